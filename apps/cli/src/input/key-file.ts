import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readPublicKey, type TrustedKey } from '@assay/sdk';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';
import { readText } from './read-json.js';

/** An Ed25519 private key of a PEM file. */
export async function readSigningKey(io: Io, file: string): Promise<KeyObject> {
  const text = await readText(io, file);
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below, like a key of another kind.
  }
  throw new UsageError(
    `${file} is not an unencrypted Ed25519 private key (PEM). Create one with: openssl genpkey -algorithm ed25519 -out ${file} makes one.`,
  );
}

/** The public part of an Ed25519 key file, be it the private key or the public one. */
export async function readPublicPem(io: Io, file: string): Promise<string> {
  const text = await readText(io, file);
  try {
    const key = createPublicKey(text);
    if (key.asymmetricKeyType === 'ed25519') return String(key.export({ format: 'pem', type: 'spki' }));
  } catch {
    // Reported below, like a key of another kind.
  }
  throw new UsageError(`${file} is not an Ed25519 key (PEM).`);
}

interface KeyMember {
  readonly publicKey?: unknown;
  readonly validUntil?: string | null;
  readonly retiredAt?: string | null;
}

/**
 * Public keys of a file: PEM texts one after the other, or JSON as the server shows keys (`{keys: […]}` of the
 * well-known address, `{items: […]}` of a list, or the list alone).
 */
export async function readTrustedKeys(io: Io, file: string): Promise<TrustedKey[]> {
  const text = await readText(io, file);
  const keys = text.trimStart().startsWith('-----') ? pemsOf(text) : membersOf(text);
  const read = await Promise.all(
    keys.map((key) =>
      readPublicKey(key).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (keys.length > 0 && read.every(Boolean)) return keys;
  throw new UsageError(`${file} has no Ed25519 public keys: give PEM, or JSON in the server's format.`);
}

const pemsOf = (text: string): TrustedKey[] =>
  [...text.matchAll(/-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/g)].map(([publicKey]) => ({
    publicKey,
  }));

function membersOf(text: string): TrustedKey[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const { keys, items } = (value ?? {}) as { keys?: unknown; items?: unknown };
  const list = [value, keys, items].find(Array.isArray) as KeyMember[] | undefined;
  return (list ?? []).map((key) => ({
    publicKey: String(key?.publicKey ?? ''),
    until: key?.validUntil ?? key?.retiredAt ?? null,
  }));
}
