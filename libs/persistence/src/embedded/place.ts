import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Binaries, copyBinaries, installedBinaries } from './binaries.js';
import { knowsPassword } from './home.js';
import type { SystemUser } from './system-user.js';

/** Where the database lives and what runs it. */
export interface Place {
  /** The folder PostgreSQL's user owns; the data is in `data` below it. */
  readonly folder: string;
  readonly data: string;
  readonly binaries: Binaries;
}

const sharedRoot = '/var/lib/assay';

/** What `test` says of a path when that user asks. */
const may = (user: SystemUser, right: '-x' | '-r', path: string): boolean =>
  spawnSync('/bin/sh', ['-c', `test ${right} "$1"`, 'sh', path], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;

/**
 * `<home>/postgres`, or, where PostgreSQL's user may not enter the home or the binaries (a clone below a folder that
 * only root may enter), a folder of this home's own under /var/lib/assay. Says so through `log`.
 */
export function choosePlace(home: string, user: SystemUser | undefined, log: (message: string) => void): Place {
  const installed = installedBinaries();
  const inside = join(resolve(home), 'postgres');
  if (!user || (may(user, '-x', home) && may(user, '-x', installed.postgres))) {
    return prepare(inside, user, installed);
  }
  const apart = folderApart(home);
  setAsideFormer(home, apart, log);
  const isNew = !existsSync(apart);
  mkdirSync(apart, { recursive: true, mode: 0o755 });
  if (isNew) {
    log(`PostgreSQL's own system user may not enter ${home}; the database and its programs are in ${apart}.`);
  }
  return prepare(join(apart, 'postgres'), user, copyBinaries(installed, apart));
}

/**
 * The folder of a home's database and programs when they cannot be in the home; it must be removed together with the
 * home.
 */
export function folderApart(home: string): string {
  const digest = createHash('sha256').update(resolve(home)).digest('hex').slice(0, 16);
  return join(sharedRoot, digest);
}

/** A home that knows no password is a new one, even if an earlier home of the same name left a database behind. */
function setAsideFormer(home: string, apart: string, log: (message: string) => void): void {
  if (knowsPassword(home) || !existsSync(apart)) return;
  const aside = `${apart}.before-${Date.now().toString(36)}`;
  renameSync(apart, aside);
  log(`Moved the database of an earlier ${home} as ${aside}; delete it if you do not need it.`);
}

function prepare(folder: string, user: SystemUser | undefined, binaries: Binaries): Place {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  return { folder, data: join(folder, 'data'), binaries };
}
