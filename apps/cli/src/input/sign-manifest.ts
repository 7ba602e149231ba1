import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { entryText, type Manifest, manifestDigest, type PublishOptions } from '@assay/sdk';

/** A publisher's signature of a manifest, by an Ed25519 private key. */
export async function signManifest(
  manifest: Manifest,
  key: KeyObject,
): Promise<NonNullable<PublishOptions['signature']>> {
  const text = entryText(manifest, await manifestDigest(manifest));
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    keyId: createHash('sha256').update(der).digest('hex').slice(0, 16),
    signature: sign(null, Buffer.from(text), key).toString('base64url'),
  };
}
