import { SmallHouse } from '@assay/gateway/testing';
import { FakeSigner } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { aManifest, aNamespace, aVersion } from '../testing/builders.js';
import { entryText } from './entry-text.js';
import { signUnsigned, useKey } from './registry-keys.js';
import { registrySignature } from './sign-version.js';

const day = 24 * 60 * 60 * 1_000;

describe('the registry’s keys', () => {
  it('a new key ends the former one a day later, so that replicas have time to switch', async () => {
    const { signingKeys, clock } = await SmallHouse.open();
    const [one, two] = [new FakeSigner('key one'), new FakeSigner('key two')];
    const started = clock.now();
    expect(await useKey(signingKeys, one.public, 'org-acme', clock)).toEqual([]);
    clock.advance(1_000);
    expect(await useKey(signingKeys, one.public, 'org-acme', clock)).toEqual([]);
    expect(await useKey(signingKeys, two.public, 'org-acme', clock)).toEqual([one.keyId]);
    expect(await signingKeys.registryKeys()).toMatchObject([
      { keyId: two.keyId, publicKey: 'key two', validFrom: started + 1_000, validUntil: null },
      { keyId: one.keyId, validFrom: started, validUntil: started + 1_000 + day },
    ]);
  });

  it('signs only versions without a signature of the registry', async () => {
    const { catalogue, clock, feed, identities, signer, signingKeys, tools } = await SmallHouse.open();
    await identities.addNamespace(aNamespace());
    const versions = ['1.0.0', '1.1.0', '1.2.0'].map((number) => aVersion(aManifest({ version: number })));
    const former = registrySignature(new FakeSigner('key of before'), versions[2] as never, 1);
    for (const [at, version] of versions.entries())
      await tools.publish({ ...version, signatures: at === 2 ? [former] : [] }, at);
    await feed.caughtUp();
    expect(await signUnsigned(signingKeys, catalogue, signer, clock)).toBe(2);
    await feed.caughtUp();
    const signed = catalogue.tool('acme/orders.create')?.versions ?? [];
    expect(signed[0]?.signatures).toEqual([former]);
    for (const version of signed.slice(1))
      expect(version.signatures).toEqual([registrySignature(signer, version, clock.now())]);
    expect(new Set(signed.map(entryText)).size).toBe(3);
    expect(await signUnsigned(signingKeys, catalogue, signer, clock)).toBe(0);
  });
});
