import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';
import { readText } from './read-json.js';

/** A private key that proves a domain. */
export interface DomainKey {
  /** What the domain has to publish: `v=MCPv1; k=ed25519; p=<base64>`. */
  readonly record: string;
  /** Signature over a text, in hexadecimal. */
  sign(text: string): string;
}

/** Bytes of a public key in its DER (SubjectPublicKeyInfo): raw for Ed25519, a point written out for P-384. */
const keyBytes = { ed25519: 32, ecdsap384: 97 } as const;

/** Reads a private key (PEM, Ed25519 or P-384) from a file. */
export async function readDomainKey(io: Io, file: string): Promise<DomainKey> {
  const text = await readText(io, file);
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    throw new UsageError(
      `${file} is not a private key (PEM). Generate one with \`assay namespaces proof --generate\`.`,
    );
  }
  return domainKeyOf(key, file);
}

/** Makes a private key and writes it where no file is yet, for its owner's eyes only. */
export async function generateDomainKey(io: Io, file: string): Promise<DomainKey> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  await writeFile(resolve(io.cwd, file), pem, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === 'EEXIST'
        ? `${file} already exists and is not overwritten: remove --generate to use it.`
        : `Cannot write ${file} (${error.code ?? error.message}).`,
    );
  });
  return domainKeyOf(privateKey, file);
}

function domainKeyOf(key: KeyObject, file: string): DomainKey {
  const algorithm = algorithmOf(key);
  if (algorithm === undefined) throw new UsageError(`${file} must be an Ed25519 or P-384 key.`);
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const publicKey = der.subarray(der.length - keyBytes[algorithm]).toString('base64');
  const digest = algorithm === 'ed25519' ? null : 'sha384';
  return {
    record: `v=MCPv1; k=${algorithm}; p=${publicKey}`,
    sign: (text) => sign(digest, Buffer.from(text), key).toString('hex'),
  };
}

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) {
  if (type === 'ed25519') return 'ed25519';
  return type === 'ec' && details?.namedCurve === 'secp384r1' ? 'ecdsap384' : undefined;
}
