import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { PublicKey, SignatureVerifier } from '@assay/kernel';

/** The first 16 hex digits of the SHA-256 of a public key's SPKI form in DER. */
export const keyIdOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16);

/** One key as one text, however it was written. */
export const publicKeyOf = (key: KeyObject): PublicKey => ({
  keyId: keyIdOf(key),
  pem: String(key.export({ format: 'pem', type: 'spki' })),
});

/** Ed25519 signatures (RFC 8032) by keys in SPKI form as PEM. */
export class Ed25519Verifier implements SignatureVerifier {
  /**
   * The last key used: most signatures of a batch have the same key, and reading a key costs as much as a verification.
   */
  #last: { readonly pem: string; readonly key: KeyObject | undefined } | undefined;

  read(pem: string): PublicKey | undefined {
    const key = readPublicKey(pem);
    return key && publicKeyOf(key);
  }

  verify(pem: string, text: string, signature: string): boolean {
    if (this.#last?.pem !== pem) this.#last = { pem, key: readPublicKey(pem) };
    const { key } = this.#last;
    return key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  }
}

/** A private key contains a public one, but sending one is a mistake that must be reported. */
function readPublicKey(pem: string): KeyObject | undefined {
  if (!pem.includes('-----BEGIN PUBLIC KEY-----') || pem.includes('PRIVATE KEY')) return undefined;
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
