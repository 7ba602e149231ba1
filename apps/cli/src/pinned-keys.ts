import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TrustedKey, TrustedKeys } from '@assay/sdk';
import type { Io } from './io.js';
import { loginsFile } from './stored-logins.js';

/** Keys as they were when they were first needed, by the server's address; they are trusted from then on. */
interface Pinned {
  readonly registry?: readonly TrustedKey[];
  /** By namespace. */
  readonly publishers?: Readonly<Record<string, readonly TrustedKey[]>>;
}
type PinnedKeys = Readonly<Record<string, Pinned>>;

export const pinnedKeysFile = (env: Io['env']): string => join(dirname(loginsFile(env)), 'trusted-keys.json');

async function readAllPinned(env: Io['env']): Promise<PinnedKeys> {
  const file = pinnedKeysFile(env);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '{}';
    throw new Error(`Cannot read ${file} (${error.code}). Check its permissions, or remove it.`);
  });
  try {
    return JSON.parse(text) as PinnedKeys;
  } catch {
    throw new Error(`${file} is not JSON. Remove it; the keys are pinned anew then.`);
  }
}

/** Keys pinned for a server and namespace; undefined where none were. */
export async function readPinned(env: Io['env'], url: string, namespace: string): Promise<Partial<TrustedKeys>> {
  const pinned = (await readAllPinned(env))[url];
  return { registry: pinned?.registry, publisher: pinned?.publishers?.[namespace] };
}

/** Pins keys, replacing those of the same server and namespace; what is absent stays. The file is replaced at once. */
export async function writePinned(
  env: Io['env'],
  url: string,
  namespace: string,
  { registry, publisher }: Partial<TrustedKeys>,
): Promise<void> {
  const all = await readAllPinned(env);
  const pinned: Pinned = {
    ...all[url],
    ...(registry && { registry }),
    ...(publisher && { publishers: { ...all[url]?.publishers, [namespace]: publisher } }),
  };
  const file = pinnedKeysFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify({ ...all, [url]: pinned }, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
