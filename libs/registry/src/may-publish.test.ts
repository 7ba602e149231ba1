import { SmallHouse } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { mayPublish, renamed } from './may-publish.js';
import { aCaller, aManifest, aNamespace, aServer } from './testing/builders.js';

const ann = aCaller();

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.tools.addServer(aServer());
  await house.feed.caughtUp();
  return house;
}

describe('mayPublish', () => {
  it('returns the manifest if the caller owns the namespace and the server', async () => {
    expect(await mayPublish(await setUp(), ann, aManifest())).toEqual({ ok: true, value: aManifest() });
  });

  // what, caller, manifest, code, path of the first issue
  it.each([
    ['what is no manifest', ann, null, 'invalid_manifest', ''],
    ['two problems at once', ann, { ...aManifest(), version: '1', extra: 1 }, 'invalid_manifest', '/extra'],
    ['a stranger', aCaller({ id: 'eve', organisationId: 'org-other' }), aManifest(), 'namespace_forbidden', undefined],
    [
      'a server that is not registered',
      ann,
      aManifest({ endpoint: { server: 'acme/none', tool: 't' } }),
      'invalid_manifest',
      '/endpoint/server',
    ],
    [
      'a server that is reached otherwise',
      ann,
      aManifest({ protocol: 'http', endpoint: { server: 'acme/orders', url: '/orders' } }),
      'invalid_manifest',
      '/endpoint/server',
    ],
  ])('refuses %s', async (_, caller, manifest, code, path) => {
    const refused = await mayPublish(await setUp(), caller, manifest);
    expect(refused).toMatchObject({ error: { code } });
    expect(!refused.ok && refused.error.issues?.[0]?.path).toBe(path);
  });
});

it('sends publishers of a former name to the present one', () => {
  expect(renamed('acme/old', 'acme/new')).toMatchObject({
    error: { code: 'conflict', message: expect.stringContaining('"acme/new"'), issues: [{ path: '/name' }] },
  });
});
