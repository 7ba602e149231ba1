import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { identify, isAlive, type ProcessIdentity } from './process-identity.js';

/** Makes the home when it is absent. Throws one sentence when it cannot be written. */
export function openHome(home: string): void {
  try {
    makeFolder(home);
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = join(home, `.writable-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new Error(
      `The folder ${home} cannot be written (${code}); let this user write there, or choose another with ASSAY_HOME.`,
      { cause },
    );
  }
}

/**
 * Makes a folder and those above it, one by one: Node's recursive way never ends where the system answers "no such file"
 * to making one, as below /proc. Under root, PostgreSQL's own user must be able to pass through; files have modes of
 * their own.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o711 });
}

const passwordFile = (home: string) => join(home, 'postgres.password');

/** Whether this home has had a database: its password is kept from the first start on. */
export const knowsPassword = (home: string): boolean => existsSync(passwordFile(home));

/** The password of the superuser, generated at the first start and kept for the owner's eyes only. */
export const databasePassword = (home: string): string => keptPassword(passwordFile(home));

/** The password of the role that the server works with. */
export const serverPassword = (home: string): string => keptPassword(join(home, 'postgres.server.password'));

function keptPassword(file: string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Claims the home for this process. A claim whose process has died is void. Throws when a living process holds it:
 * two servers must not stop each other's database.
 */
export function claimHome(home: string): () => void {
  const file = join(home, 'postgres.owner');
  const holder = existsSync(file) ? parseOwner(readFileSync(file, 'utf8')) : undefined;
  if (holder && holder.pid !== process.pid && isAlive(holder)) {
    throw new Error(
      `Process ${holder.pid} already uses the folder ${home}; stop it first, or choose another folder with ASSAY_HOME.`,
    );
  }
  writeFileSync(file, JSON.stringify(identify(process.pid)), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

function parseOwner(text: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(text) as ProcessIdentity;
  } catch {
    return undefined;
  }
}
