import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whom PostgreSQL runs as; undefined for the user who runs this process. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

const name = 'postgres';

function lookUp(): SystemUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const fields = line?.split(':');
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined;
}

/** The ways of making a user on the systems that have one of these commands. */
const ways: readonly (readonly [string, readonly string[]])[] = [
  ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name]],
  ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', name]],
];

/**
 * PostgreSQL refuses to run as root. Under root this answers the system user `postgres`, made when there is none; under
 * anybody else undefined.
 */
export function systemUser(log: (message: string) => void): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const present = lookUp();
  if (present) return present;
  for (const [command, options] of ways) {
    const made = spawnSync(command, [...options], { stdio: 'ignore' }).status === 0 ? lookUp() : undefined;
    if (!made) continue;
    log(`Made the system user ${name}, because PostgreSQL does not run as root.`);
    return made;
  }
  throw new Error(
    `PostgreSQL does not run as root, and the system user ${name} could not be made; make it, run Assay as another user, or set DATABASE_URL.`,
  );
}
