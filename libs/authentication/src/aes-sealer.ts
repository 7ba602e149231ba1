import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Sealer } from '@assay/kernel';

const algorithm = 'aes-256-gcm';
/** Sealed with the master key itself; written by versions before envelopes, and still read. */
const direct = 'v1';
/** Sealed with a data key of its own, which is wrapped by the master key. */
const envelope = 'v2';
const wrapping = Buffer.from('data key');

interface MasterKey {
  /** Names the key in what it wraps: the first 48 bits of a digest of it. */
  readonly id: string;
  readonly key: Buffer;
  /** For keyed digests. */
  readonly macKey: Buffer;
}

/**
 * Envelope encryption with AES-256-GCM: each text has a data key of its own, and the data key is wrapped by the master
 * key. The context is authenticated with the text, so that a sealed text moved to another row does not open. Master keys
 * are derived (HKDF-SHA-256) from texts of at least 32 characters; a former one, given beside the present, still opens.
 *
 * `v2.<id of the master key>.<wrapped data key>.<sealed text>`, each part nonce, tag and bytes in base64url.
 */
export class AesSealer implements Sealer {
  readonly #present: MasterKey;
  readonly #all: readonly MasterKey[];

  /** @throws when a text is too short to derive a key from. */
  constructor(encryptionKey: string, former: string | null = null) {
    this.#present = masterKey(encryptionKey, 'ASSAY_ENCRYPTION_KEY');
    this.#all = [this.#present, ...(former === null ? [] : [masterKey(former, 'ASSAY_ENCRYPTION_KEY_OLD')])];
  }

  seal(plain: string, context: string): string {
    const dataKey = randomBytes(32);
    const sealed = encrypt(dataKey, Buffer.from(plain), Buffer.from(context));
    return [envelope, this.#present.id, encrypt(this.#present.key, dataKey, wrapping), sealed].join('.');
  }

  /** @throws when the text was sealed with another key, for another context, or was changed. */
  open(sealed: string, context: string): string {
    const [version, ...rest] = sealed.split('.');
    if (version === direct) return this.#openDirect(rest.join('~'), Buffer.from(context));
    const [, id, wrapped, text] = partsOf(sealed);
    return decrypt(this.#dataKey(id, wrapped), text, Buffer.from(context)).toString('utf8');
  }

  isPresent(sealed: string): boolean {
    return sealed.startsWith(`${envelope}.${this.#present.id}.`);
  }

  /** @throws when the text was sealed directly, or with a key that is not given. */
  rewrap(sealed: string): string {
    if (this.isPresent(sealed)) return sealed;
    const [, id, wrapped, text] = partsOf(sealed);
    const rewrapped = encrypt(this.#present.key, this.#dataKey(id, wrapped), wrapping);
    return [envelope, this.#present.id, rewrapped, text].join('.');
  }

  mac(text: string): string {
    return createHmac('sha256', this.#present.macKey).update(text).digest('base64url');
  }

  #dataKey(id: string, wrapped: string): Buffer {
    const master = this.#all.find((it) => it.id === id);
    if (master === undefined) throw new Error(wrongKey);
    return decrypt(master.key, wrapped, wrapping);
  }

  /** No id says which key it was. */
  #openDirect(text: string, context: Buffer): string {
    for (const { key } of this.#all.slice(0, -1)) {
      try {
        return decrypt(key, text, context).toString('utf8');
      } catch {
        // Another key may open it.
      }
    }
    return decrypt((this.#all.at(-1) as MasterKey).key, text, context).toString('utf8');
  }
}

const wrongKey = 'A secret at rest does not open with this ASSAY_ENCRYPTION_KEY.';

function masterKey(text: string, name: string): MasterKey {
  if (text.length < 32) throw new Error(`${name} must have at least 32 characters.`);
  const key = Buffer.from(hkdfSync('sha256', text, '', 'assay secrets at rest', 32));
  const id = createHash('sha256').update('assay master key ').update(key).digest('base64url').slice(0, 8);
  const macKey = Buffer.from(hkdfSync('sha256', text, '', 'assay keyed digests', 32));
  return { id, key, macKey };
}

function encrypt(key: Buffer, plain: Buffer, context: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(context);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('~');
}

function decrypt(key: Buffer, sealed: string, context: Buffer): Buffer {
  const [nonce, tag, text, ...rest] = sealed.split('~');
  if (nonce === undefined || tag === undefined || text === undefined || rest.length > 0) throw new Error(unknownForm);
  try {
    const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 })
      .setAAD(context)
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]);
  } catch {
    throw new Error(wrongKey);
  }
}

const unknownForm = 'A secret at rest is not in a known form.';

function partsOf(sealed: string): [string, string, string, string] {
  const parts = sealed.split('.');
  if (parts[0] !== envelope || parts.length !== 4) throw new Error(unknownForm);
  return parts as [string, string, string, string];
}
