import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Sealer } from '@assay/core';

const algorithm = 'aes-256-gcm';
const version = 'v1';

/**
 * AES-256-GCM with a fresh nonce for each text; the context is authenticated with it, so that a sealed text moved to
 * another row does not open. The key is derived (HKDF-SHA-256) from a text of at least 32 characters.
 */
export class AesSealer implements Sealer {
  readonly #key: Buffer;

  /** @throws when the text is too short to derive a key from. */
  constructor(encryptionKey: string) {
    if (encryptionKey.length < 32) throw new Error('ASSAY_ENCRYPTION_KEY must have at least 32 characters.');
    this.#key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'assay secrets at rest', 32));
  }

  seal(plain: string, context: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return [version, ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
  }

  /** @throws when the text was sealed with another key, for another context, or was changed. */
  open(sealed: string, context: string): string {
    const [found, nonce, tag, text, ...rest] = sealed.split('.');
    if (found !== version || nonce === undefined || tag === undefined || text === undefined || rest.length > 0) {
      throw new Error('A secret at rest is not in a known form.');
    }
    try {
      const decipher = createDecipheriv(algorithm, this.#key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 })
        .setAAD(Buffer.from(context))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return decipher.update(Buffer.from(text, 'base64url'), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      throw new Error('A secret at rest does not open with this ASSAY_ENCRYPTION_KEY.');
    }
  }
}
