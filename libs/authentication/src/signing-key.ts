import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import type { Signer } from '@assay/core';

/** DER of an Ed25519 private key up to its 32 bytes (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The registry's Ed25519 key. A PEM text (PKCS #8) is the key itself; from any other text of at least 32 characters
 * the key is derived (HKDF-SHA-256), so that replicas given the same text sign alike.
 */
export class SigningKey implements Signer {
  readonly keyId: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;

  /** @throws when the text is too short, or a PEM that holds no Ed25519 key. */
  constructor(secret: string) {
    this.privateKey = privateKeyOf(secret);
    this.publicKey = createPublicKey(this.privateKey);
    const raw = this.publicKey.export({ format: 'der', type: 'spki' });
    this.keyId = createHash('sha256').update(raw).digest('hex').slice(0, 16);
  }

  sign(text: string): string {
    return sign(null, Buffer.from(text), this.privateKey).toString('base64url');
  }
}

function privateKeyOf(secret: string): KeyObject {
  if (secret.includes('-----BEGIN')) {
    const key = createPrivateKey(secret.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('ASSAY_SIGNING_KEY must hold an Ed25519 key.');
    return key;
  }
  if (secret.length < 32)
    throw new Error('ASSAY_SIGNING_KEY must have at least 32 characters, or be an Ed25519 key as PEM.');
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'assay registry signing key', 32));
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
}
