import { SmallHouse } from '@assay/gateway/testing';
import { fail, ok } from '@assay/kernel';
import type { Kit, KitComposition } from '@assay/kit';
import { browserKit } from '@assay/kit-browser';
import type { PublishVersion } from '@assay/registry';
import { aCaller, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { publishCompositions } from './publish-compositions.js';

type Publish = PublishVersion['publish'];

async function setUp(answer: (manifest: Parameters<Publish>[1]) => unknown = () => ok({})) {
  const { catalogue, tools, feed } = await SmallHouse.open();
  const published: Parameters<Publish>[1][] = [];
  const publish = (async (_, manifest) => {
    published.push(manifest);
    return answer(manifest);
  }) as Publish;
  const run = (kit: Kit) => publishCompositions({ catalogue, publish: { publish } }, aCaller({}, ['admin']), kit);
  return { run, published, tools, feed };
}

describe('publishCompositions', () => {
  it('publishes what the kits ship, as valid manifests, once', async () => {
    const { run, published, tools, feed } = await setUp();
    await run(browserKit);
    expect(published).toMatchObject([
      { name: 'assay/browser.browse', version: browserKit.version, protocol: 'composite' },
    ]);
    const [manifest] = published;
    if (manifest === undefined) throw new Error('nothing was published');
    await tools.publish(aVersion(manifest, { id: 'v', namespace: 'assay', tool: 'browser.browse' }), 0);
    await feed.caughtUp();
    await run(browserKit);
    expect(published).toHaveLength(1);
  });

  it('reports a manifest that is not valid, and one that is refused', async () => {
    const { browse } = browserKit.compositions as { browse: KitComposition };
    const { run, published } = await setUp(() => fail('version_conflict', 'other content'));
    const broken = { ...browserKit, compositions: { browse: { ...browse, description: '' } } };
    await expect(run(broken)).rejects.toThrow('/description');
    expect(published).toEqual([]);
    await expect(run(browserKit)).rejects.toThrow('other content');
  });
});
