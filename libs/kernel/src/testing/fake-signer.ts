import { createHash } from 'node:crypto';
import type { PublicKey, SignatureVerifier, Signer } from '../signer.js';

const keyIdOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The fake signature of a text by a fake key. */
export const fakeSignature = (publicKey: string, text: string): string =>
  createHash('sha512').update(`${publicKey}\n${text}`).digest('base64url');

/** Predictable signatures: a key is any text that begins with `key `. */
export class FakeSigner implements Signer, SignatureVerifier {
  readonly public: PublicKey;

  constructor(readonly pem = 'key of the registry') {
    this.public = { keyId: keyIdOf(pem), pem };
  }

  get keyId(): string {
    return this.public.keyId;
  }

  sign = (text: string): string => fakeSignature(this.pem, text);

  read = (pem: string): PublicKey | undefined => (pem.startsWith('key ') ? { keyId: keyIdOf(pem), pem } : undefined);

  verify = (pem: string, text: string, signature: string): boolean => signature === fakeSignature(pem, text);
}
