import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Snapshots of other versions that are kept whatever their age: replicas of these versions may run beside this one. */
const minOthers = 2;
const maxOtherAgeMs = 30 * 86_400_000;
const maxPartAgeMs = 3_600_000;
const ending = '.snapshot';
const part = '.part';

export interface KeptOptions {
  /** A folder of the installation. Made when absent. */
  readonly folder: string;
  /** Names what the snapshot depends on. */
  readonly key: string;
  readonly now: () => number;
}

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const nameOf = (key: string, content: Buffer): string => `${key}-${digestOf(content)}${ending}`;

/**
 * The file of the snapshot with this key: one that is kept from a former start and has the content that its name says, or
 * else one with what `make` gives. It appears whole or not at all, and replicas may share the folder.
 */
export async function keptSnapshot({ folder, key, now }: KeptOptions, make: () => Promise<Buffer>): Promise<string> {
  // Passable and readable: processes of runs may belong to another user, and it holds nothing but the interpreter.
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const found = await valid(folder, key);
  const file = found ?? (await written(folder, key, await make()));
  const seconds = now() / 1_000;
  await utimes(file, seconds, seconds).catch(() => undefined);
  await removeOld({ folder, key, now }).catch(() => undefined);
  return file;
}

async function valid(folder: string, key: string): Promise<string | undefined> {
  for (const name of (await readdir(folder)).filter((it) => it.startsWith(`${key}-`) && it.endsWith(ending))) {
    const file = join(folder, name);
    const content = await readFile(file).catch(() => null);
    if (content !== null && nameOf(key, content) === name) return file;
    await rm(file, { force: true });
  }
  return undefined;
}

async function written(folder: string, key: string, content: Buffer): Promise<string> {
  const unfinished = join(folder, `${randomUUID()}${part}`);
  const file = join(folder, nameOf(key, content));
  try {
    await writeFile(unfinished, content, { mode: 0o444, flush: true });
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  return file;
}

/** Removes what ended processes left half written, and snapshots of other versions that have not been used for long. */
async function removeOld({ folder, key, now }: KeptOptions): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, ageMs: now() - (await stat(join(folder, name))).mtimeMs })),
  );
  const others = files
    .filter(({ name }) => name.endsWith(ending) && !name.startsWith(`${key}-`))
    .toSorted((a, b) => a.ageMs - b.ageMs)
    .slice(minOthers)
    .filter(({ ageMs }) => ageMs > maxOtherAgeMs);
  const parts = files.filter(({ name, ageMs }) => name.endsWith(part) && ageMs > maxPartAgeMs);
  for (const { name } of [...others, ...parts]) await rm(join(folder, name), { force: true });
}
