import { expect, it } from '@jest/globals';
import { aManifest } from '../testing/builders.js';
import { type HeldAct, heldDigest } from './review.js';

it('is the same for the same act in any member order, and differs for any other', () => {
  const act: HeldAct = { kind: 'publish', manifest: aManifest(), upstreamDigest: null };
  const turned = { upstreamDigest: null, manifest: aManifest(), kind: 'publish' } as const;
  expect(heldDigest(turned)).toBe(heldDigest(act));
  expect(heldDigest({ ...act, upstreamDigest: 'sha256:other' })).not.toBe(heldDigest(act));
  expect(heldDigest({ ...act, manifest: aManifest({ description: 'Other.' }) })).not.toBe(heldDigest(act));
});
