import { SmallHouse } from '@assay/gateway/testing';
import { expect, it } from '@jest/globals';
import { definitionDigest, manifestDigest } from './digests.js';
import { draftVersion } from './draft-version.js';
import { aCaller, aManifest, aNamespace } from './testing/builders.js';

it('is active, in the sandbox, of the namespace’s organisation, and signed by the registry', async () => {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.feed.caughtUp();
  const manifest = aManifest({ version: '1.0.0+build.7' });
  const signature = { by: 'publisher', keyId: 'k', signature: 's', signedAt: 1 } as const;
  const caller = aCaller({ id: 'principal-root', organisationId: 'org-other' });
  const version = draftVersion(house.publishPorts, caller, { manifest, upstreamDigest: 'sha256:up', signature });
  expect(version).toMatchObject({
    organisationId: 'org-acme',
    namespace: 'acme',
    tool: 'orders.create',
    version: '1.0.0+build.7',
    versionKey: '1.0.0',
    manifestDigest: manifestDigest(manifest),
    definitionDigest: definitionDigest(manifest),
    upstreamDigest: 'sha256:up',
    status: 'ACTIVE',
    stage: 'SANDBOX',
    publishedAt: house.clock.now(),
    publishedBy: 'principal-root',
    signatures: [{ by: 'registry', keyId: house.signer.keyId }, signature],
  });
  const unsigned = draftVersion(house.publishPorts, caller, { manifest, upstreamDigest: null, signature: null });
  expect(unsigned.signatures.map(({ by }) => by)).toEqual(['registry']);
});
