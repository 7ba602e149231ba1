import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TrustedKey, TrustedKeys } from '@assay/sdk';
import type { Io } from './io.js';
import { localHome } from './local-home.js';
import { loginsFile } from './stored-logins.js';

/** Keys as they were when they were first needed, by the server's address; they are trusted from then on. */
interface Pinned {
  readonly registry?: readonly TrustedKey[];
  /** By namespace. */
  readonly publishers?: Readonly<Record<string, readonly TrustedKey[]>>;
}
type PinnedKeys = Readonly<Record<string, Pinned>>;

type Place = Pick<Io, 'cwd' | 'env'>;

/**
 * Where the keys of a server are pinned: in the folder of a server that this command runs beside (`ASSAY_HOME`), since
 * another installation may have the same local address tomorrow; else in the user's configuration folder.
 */
export async function pinnedKeysFile(io: Place, url: string): Promise<string> {
  const folder = (await localHome(io, url)) ?? dirname(loginsFile(io.env));
  return join(folder, 'trusted-keys.json');
}

async function readAllPinned(file: string): Promise<PinnedKeys> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '{}';
    throw new Error(`Cannot read ${file} (${error.code}). Check its permissions, or remove it.`);
  });
  try {
    return JSON.parse(text) as PinnedKeys;
  } catch {
    throw new Error(`${file} is not valid JSON. Remove it to pin the keys again.`);
  }
}

/** Keys pinned for a server and namespace; undefined where none were. */
export async function readPinned(io: Place, url: string, namespace: string): Promise<Partial<TrustedKeys>> {
  const pinned = (await readAllPinned(await pinnedKeysFile(io, url)))[url];
  return { registry: pinned?.registry, publisher: pinned?.publishers?.[namespace] };
}

/** Pins keys, replacing those of the same server and namespace; what is absent stays. The file is replaced at once. */
export async function writePinned(
  io: Place,
  url: string,
  namespace: string,
  { registry, publisher }: Partial<TrustedKeys>,
): Promise<void> {
  const file = await pinnedKeysFile(io, url);
  const all = await readAllPinned(file);
  const pinned: Pinned = {
    ...all[url],
    ...(registry && { registry }),
    ...(publisher && { publishers: { ...all[url]?.publishers, [namespace]: publisher } }),
  };
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify({ ...all, [url]: pinned }, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
