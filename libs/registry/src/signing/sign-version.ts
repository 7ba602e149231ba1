import type { Signer } from '@assay/kernel';
import type { Signature, ToolVersion } from '../records.js';
import { entryText, type Signed } from './entry-text.js';

/** The registry's signature of a version, made `at` (ms since the epoch). Ed25519 is deterministic. */
export const registrySignature = (signer: Signer, version: Signed, at: number): Signature => ({
  by: 'registry',
  keyId: signer.keyId,
  signature: signer.sign(entryText(version)),
  signedAt: at,
});

export const hasRegistrySignature = ({ signatures }: ToolVersion): boolean =>
  signatures.some((it) => it.by === 'registry');
