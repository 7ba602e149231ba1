import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '@assay/kit';

/** Cookies and storage of a caller. */
export type StoredState = Record<string, unknown>;

/** Where a caller's state is kept between browsers. */
export interface Profile {
  /** Whether anything is kept beyond the browser. */
  readonly kept: boolean;
  load(): Promise<StoredState | undefined>;
  save(state: StoredState): Promise<void>;
  erase(): Promise<void>;
}

/** Nothing is kept: what a browser holds ends with it. */
export const noProfile: Profile = Object.freeze({
  kept: false,
  load: async () => undefined,
  save: async () => {},
  erase: async () => {},
});

const [saltBytes, nonceBytes, tagBytes] = [16, 12, 16] as const;
const minKeyLength = 16;
const keyOf = (secret: string, salt: Buffer): Buffer => scryptSync(secret, salt, 32, { N: 16_384, r: 8, p: 1 });

/**
 * A file with AES-256-GCM: salt, nonce, tag, then the state. The key is the caller's own, and is not stored here.
 * @throws Refusal when the key is too short to protect anything.
 */
export function encryptedProfile(folder: string, secret: string): Profile {
  if (secret.length < minKeyLength)
    throw new Refusal(
      `BROWSER_PROFILE_KEY must have at least ${minKeyLength} characters, such as those of: openssl rand -hex 32`,
    );
  const path = join(folder, 'profile.bin');
  return {
    kept: true,
    async load() {
      const bytes = await readFile(path).catch(() => null);
      if (bytes === null) return undefined;
      const salt = bytes.subarray(0, saltBytes);
      const nonce = bytes.subarray(saltBytes, saltBytes + nonceBytes);
      const tag = bytes.subarray(saltBytes + nonceBytes, saltBytes + nonceBytes + tagBytes);
      try {
        const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, salt), nonce).setAuthTag(tag);
        const plain = Buffer.concat([
          decipher.update(bytes.subarray(saltBytes + nonceBytes + tagBytes)),
          decipher.final(),
        ]);
        return JSON.parse(plain.toString('utf8')) as StoredState;
      } catch {
        throw new Refusal(
          'The stored profile cannot be read with this BROWSER_PROFILE_KEY. Use the former key, or erase it with forget.',
        );
      }
    },
    async save(state) {
      const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)];
      const cipher = createCipheriv('aes-256-gcm', keyOf(secret, salt), nonce);
      const sealed = Buffer.concat([cipher.update(JSON.stringify(state), 'utf8'), cipher.final()]);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.new`, Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]), { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
    erase: () => rm(path, { force: true }),
  };
}
