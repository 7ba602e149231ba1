import { SmallHouse } from '@assay/gateway/testing';
import { FakeSigner } from '@assay/kernel/testing';
import { aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../../platform/telemetry/logger.js';
import { startSigning } from './start-signing.js';

const administrator = { organisationId: 'org-acme' } as Parameters<typeof startSigning>[1];

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.tools.publish(aVersion(aManifest()), 0);
  await house.feed.caughtUp();
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  const start = (signer: FakeSigner) => {
    const { catalogue, clock, feed, signingKeys: keys } = house;
    return startSigning({ catalogue, keys, signer, feed, clock, log }, administrator);
  };
  return { house, start, lines };
}

describe('startSigning', () => {
  it('tells which key is in use, and signs what has no signature, once', async () => {
    const { house, start, lines } = await setUp();
    await start(house.signer);
    await start(house.signer);
    expect(await house.signingKeys.registryKeys()).toMatchObject([{ keyId: house.signer.keyId, validUntil: null }]);
    expect(house.catalogue.tool('acme/orders.create')?.versions[0]?.signatures).toMatchObject([
      { by: 'registry', keyId: house.signer.keyId },
    ]);
    expect(lines.filter((it) => it.includes('have their signature now'))).toHaveLength(1);
    expect(lines.join()).not.toContain('another key');
  });

  it('warns when the key is another one than before, and leaves former signatures', async () => {
    const { house, start, lines } = await setUp();
    await start(house.signer);
    await start(new FakeSigner('key of after'));
    expect(lines.join()).toContain('signs with another key than before');
    expect(house.catalogue.tool('acme/orders.create')?.versions[0]?.signatures).toHaveLength(1);
  });
});
