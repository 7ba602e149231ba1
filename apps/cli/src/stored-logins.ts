import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Io } from './io.js';

/** What `assay login` keeps. A key is kept under the address it belongs to and is sent nowhere else. */
export interface Logins {
  /** The server that is meant when nothing else says so. */
  readonly url?: string | undefined;
  readonly keys: Readonly<Record<string, string>>;
}

export const loginsFile = (env: Io['env']): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'assay', 'config.json');

export async function readLogins(env: Io['env']): Promise<Logins> {
  const text = await readFile(loginsFile(env), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '{}';
    throw new Error(`Cannot read ${loginsFile(env)} (${error.code}). Check its permissions, or remove it.`);
  });
  try {
    const { url, keys } = JSON.parse(text) as Partial<Logins>;
    return { url, keys: keys ?? {} };
  } catch {
    throw new Error(`${loginsFile(env)} is not valid JSON. Remove it, then run \`assay login\` again.`);
  }
}

/** Replaces the file at once, readable by its owner alone. */
export async function writeLogins(env: Io['env'], logins: Logins): Promise<void> {
  const file = loginsFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
