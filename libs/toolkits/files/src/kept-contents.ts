import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '@assay/kit';
import { z } from 'zod';

const keptForMs = 30 * 24 * 3_600_000;

export interface KeptLimits {
  /** Of all kept contents together; the oldest are deleted first. */
  readonly bytes: number;
  readonly entries: number;
}

export const keptLimits: KeptLimits = { bytes: 1_073_741_824, entries: 20_000 };

const place = z.object({
  /** The real folder, and the name in it. */
  folder: z.string(),
  name: z.string(),
});
const identity = { ino: z.number(), dev: z.number() };

/** A file's content was written; without `kind` in what earlier versions kept. */
const contentSchema = place.extend({
  kind: z.literal('content').default('content'),
  /** SHA-256 of the content that was written. */
  after: z.string(),
  /** Null when the file did not exist. */
  before: z.object({ sha256: z.string(), sizeBytes: z.int(), mode: z.int() }).nullable(),
});

/** What is needed to undo one change. */
const changeSchema = z.union([
  contentSchema,
  place.extend({ kind: z.literal('move'), from: place, ...identity }),
  place.extend({ kind: z.literal('trash'), entry: z.string(), ...identity }),
]);
export type Change = z.output<typeof changeSchema>;
export type FileChange = z.output<typeof contentSchema>;

/** Time of the change, bytes of the former content, and something that cannot be guessed. */
const idPattern = /^(\d{13})-(\d{1,12})-[0-9a-f]{32}$/;

/**
 * Former contents of files, in the kit's private folder: the content and a description under one id each. The id has
 * age and size, so that finding what to delete reads nothing but names.
 */
export class KeptContents {
  constructor(
    private readonly folder: string,
    private readonly now: () => number,
    private readonly limits: KeptLimits = keptLimits,
  ) {}

  /** Keeps what a change is about to replace, durably. Returns the id that undoes it, and until when. */
  async keep(change: Change, content: Buffer | null): Promise<{ readonly undo: string; readonly until: number }> {
    const size = content?.length ?? 0;
    if (size > this.limits.bytes)
      throw new Refusal(`The file has ${size} bytes, more than can be kept to undo this. It was not changed.`);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.#prune(size);
    const at = this.now();
    const undo = `${String(at).padStart(13, '0')}-${size}-${randomBytes(16).toString('hex')}`;
    if (content !== null) await this.#write(`${undo}.content`, content);
    await this.#write(`${undo}.json`, Buffer.from(JSON.stringify(change)));
    return { undo, until: at + keptForMs };
  }

  /** Throws a Refusal when the id is unknown, or what it names was deleted by age or size. */
  async find(undo: string): Promise<{ readonly change: Change; readonly content: Buffer | null }> {
    const [found, at] = idPattern.exec(undo) ?? [];
    if (found === undefined || this.#isOld(Number(at))) throw gone();
    try {
      const change = changeSchema.parse(JSON.parse(await readFile(join(this.folder, `${undo}.json`), 'utf8')));
      return {
        change,
        content:
          change.kind !== 'content' || change.before === null
            ? null
            : await readFile(join(this.folder, `${undo}.content`)),
      };
    } catch {
      throw gone();
    }
  }

  /** Forgets a change that did not happen. */
  async forget(undo: string): Promise<void> {
    if (!idPattern.test(undo)) return;
    for (const end of ['json', 'content']) await rm(join(this.folder, `${undo}.${end}`), { force: true });
  }

  #isOld = (at: number): boolean => at < this.now() - keptForMs;

  async #prune(added: number): Promise<void> {
    const ids = (await readdir(this.folder)).filter((it) => it.endsWith('.json')).map((it) => it.slice(0, -5));
    const known = ids.flatMap((id) => {
      const [, at, size] = idPattern.exec(id) ?? [];
      return at === undefined ? [] : [{ id, at: Number(at), size: Number(size) }];
    });
    known.sort((a, b) => b.at - a.at);
    let bytes = added;
    for (const [index, { id, at, size }] of known.entries()) {
      bytes += size;
      if (this.#isOld(at) || bytes > this.limits.bytes || index + 1 >= this.limits.entries) await this.forget(id);
    }
  }

  /** Complete or absent, also after a crash. */
  async #write(name: string, content: Buffer): Promise<void> {
    const path = join(this.folder, name);
    const handle = await open(`${path}.tmp`, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${path}.tmp`, path);
  }
}

const gone = (): Refusal =>
  new Refusal('Nothing is kept under this id: it is wrong, older than 30 days, or was deleted to make room.');
