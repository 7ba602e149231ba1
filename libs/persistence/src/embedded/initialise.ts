import { spawn } from 'node:child_process';
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.js';
import type { SystemUser } from './system-user.js';

export const superuser = 'assay';

/**
 * Makes the data folder, once. It grows under another name and is renamed when complete, so that an interrupted attempt
 * is never mistaken for a database. Takes about a second. `isDurable` waits for the disk; tests need not.
 */
export async function initialise(
  place: Place,
  user: SystemUser | undefined,
  password: string,
  isDurable: boolean,
): Promise<void> {
  if (existsSync(place.data)) return;
  const half = `${place.data}.new`;
  const passwordFile = join(place.folder, 'initial-password');
  rmSync(half, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  try {
    await run(place.binaries.initdb, user, [
      `--pgdata=${half}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(isDurable ? [] : ['--no-sync']),
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(half, place.data);
}

function run(program: string, user: SystemUser | undefined, options: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, { ...user, cwd: '/', env: quietEnvironment(), detached: true });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
    child.stdout.resume();
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The embedded database could not be initialised: ${lastLine(said)}`));
    });
  });
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? 'no reason given';

/** PostgreSQL's programs get a fixed language and none of this process's secrets. */
export const quietEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  TZ: 'UTC',
  LC_ALL: 'C',
  LANG: 'C',
});
