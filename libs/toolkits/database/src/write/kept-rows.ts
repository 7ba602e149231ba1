import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '@assay/kit';
import type { ChangedRow } from './apply-change.js';

/** A change that was made, with what its rows were. */
export interface KeptChange {
  readonly database: string;
  readonly table: string;
  readonly changed: readonly ChangedRow[];
}

const keptForMs = 30 * 86_400_000;
const maxBytes = 512 * 1024 * 1024;
const suffix = '.change';
const algorithm = 'aes-256-gcm';

/**
 * Former rows, encrypted. The key is a part of what the call returned and is kept nowhere else: reading the folder
 * shows nothing, and a caller that has the answer of a call can undo that call.
 */
export class KeptRows {
  constructor(
    private readonly folder: string,
    /** Milliseconds since 1970. */
    private readonly now: () => number,
  ) {}

  /** On disk before it returns, so that what is committed can be undone. */
  async keep(change: KeptChange): Promise<{ readonly undo: string; readonly until: number }> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.#makeRoom();
    const [id, key, nonce] = [randomBytes(12).toString('hex'), randomBytes(32), randomBytes(12)];
    const cipher = createCipheriv(algorithm, key, nonce);
    cipher.setAAD(Buffer.from(id));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(change)), cipher.final()]);
    const path = this.#path(id);
    const file = await open(`${path}.part`, 'wx', 0o600);
    try {
      await file.writeFile(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
    return { undo: `${id}.${key.toString('base64url')}`, until: this.now() + keptForMs };
  }

  async find(undo: string): Promise<KeptChange> {
    const [, id, key] = /^([0-9a-f]{24})\.([A-Za-z0-9_-]{43})$/.exec(undo) ?? [];
    if (id === undefined || key === undefined) throw notKept();
    const path = this.#path(id);
    try {
      const age = this.now() - (await stat(path)).mtimeMs;
      if (age > keptForMs) throw notKept();
      const bytes = await readFile(path);
      const decipher = createDecipheriv(algorithm, Buffer.from(key, 'base64url'), bytes.subarray(0, 12));
      decipher.setAAD(Buffer.from(id));
      decipher.setAuthTag(bytes.subarray(12, 28));
      const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      return JSON.parse(text) as KeptChange;
    } catch {
      throw notKept();
    }
  }

  async forget(undo: string): Promise<void> {
    await rm(this.#path(undo.slice(0, 24)), { force: true });
  }

  #path(id: string): string {
    return join(this.folder, `${createHash('sha256').update(id).digest('hex').slice(0, 32)}${suffix}`);
  }

  /** What is too old goes, and then the oldest until the rest is within the bound. */
  async #makeRoom(): Promise<void> {
    const names = (await readdir(this.folder)).filter((it) => it.endsWith(suffix));
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.folder, name);
        const found = await stat(path).catch(() => null);
        return { path, at: found?.mtimeMs ?? 0, bytes: found?.size ?? 0 };
      }),
    );
    let total = files.reduce((sum, it) => sum + it.bytes, 0);
    for (const { path, at, bytes } of files.sort((a, b) => a.at - b.at)) {
      if (total <= maxBytes && this.now() - at <= keptForMs) break;
      await rm(path, { force: true });
      total -= bytes;
    }
  }
}

const notKept = (): Refusal =>
  new Refusal('Nothing is kept for this undo: it is unknown, older than 30 days, or was deleted to make room.');
