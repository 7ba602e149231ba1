import { createPrivateKey, createPublicKey, hkdfSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import type { PublicKey, Signer } from '@assay/kernel';
import { publicKeyOf } from './ed25519-verifier.js';

/** DER of an Ed25519 private key up to its 32 bytes (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The registry's Ed25519 key. A PEM text (PKCS #8) is the key itself; from any other text of at least 32 characters
 * the key is derived (HKDF-SHA-256), so that replicas given the same text sign alike.
 */
export class SigningKey implements Signer {
  readonly keyId: string;
  readonly public: PublicKey;
  readonly #privateKey: KeyObject;

  /** @throws when the text is too short, or a PEM that holds no Ed25519 key. */
  constructor(secret: string) {
    this.#privateKey = privateKeyOf(secret);
    this.public = publicKeyOf(createPublicKey(this.#privateKey));
    this.keyId = this.public.keyId;
  }

  /** The private key as a JSON Web Key, for libraries that sign by themselves. */
  jwk(): JsonWebKey {
    return { ...this.#privateKey.export({ format: 'jwk' }), kid: this.keyId, use: 'sig', alg: 'EdDSA' } as JsonWebKey;
  }

  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#privateKey).toString('base64url');
  }
}

function privateKeyOf(secret: string): KeyObject {
  if (secret.includes('-----BEGIN')) {
    const key = readPrivateKey(secret.replaceAll('\\n', '\n'));
    if (key?.asymmetricKeyType !== 'ed25519') throw new Error('ASSAY_SIGNING_KEY must be an Ed25519 private key.');
    return key;
  }
  if (secret.length < 32)
    throw new Error('ASSAY_SIGNING_KEY must have at least 32 characters, or be an Ed25519 private key as PEM.');
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'assay registry signing key', 32));
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
}

function readPrivateKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
