import { sha256 } from './canonical-json.js';

/** A key somebody trusts, by its own text. */
export interface TrustedKey {
  /** SPKI as PEM. */
  readonly publicKey: string;
  /** Signatures given later are not believed; null or absent while there is no end. ISO 8601. */
  readonly until?: string | null | undefined;
}

/** A key ready to check signatures with. */
export interface ReadKey {
  /** The first 16 hex digits of the SHA-256 of the key's SPKI form, computed and not taken on trust. */
  readonly keyId: string;
  readonly until: number | null;
  verify(text: string, signature: string): Promise<boolean>;
}

/** @throws TypeError when the text is no Ed25519 public key. */
export async function readPublicKey({ publicKey, until }: TrustedKey): Promise<ReadKey> {
  const der = derOf(publicKey);
  const key = await crypto.subtle.importKey('spki', der, { name: 'Ed25519' }, false, ['verify']).catch(() => {
    throw new TypeError('This is no Ed25519 public key.');
  });
  return {
    keyId: (await sha256(der)).slice(0, 16),
    until: until ? Date.parse(until) : null,
    verify: async (text, signature) => {
      const bytes = fromBase64(signature.replaceAll('-', '+').replaceAll('_', '/'));
      return (
        bytes !== undefined && crypto.subtle.verify({ name: 'Ed25519' }, key, bytes, new TextEncoder().encode(text))
      );
    },
  };
}

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  const body = /-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----/.exec(pem)?.[1];
  const bytes = body === undefined ? undefined : fromBase64(body.replaceAll(/\s/g, ''));
  if (bytes === undefined) throw new TypeError('This is not a PEM public key.');
  return bytes;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
