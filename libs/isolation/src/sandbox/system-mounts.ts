import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from './mount.js';

/** Folders of every Linux system that hold programs and their data, and no data of users. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'];

/**
 * What programs read in /etc. The rest of it may hold secrets: the sandbox's user is the one who runs Assay, who may be
 * able to read them.
 */
const systemSettings = [
  'alternatives',
  'ca-certificates',
  'ca-certificates.conf',
  'crypto-policies',
  'fonts',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'mime.types',
  'nsswitch.conf',
  'os-release',
  'pki',
  'protocols',
  'services',
  'ssl/cert.pem',
  'ssl/certs',
  'ssl/openssl.cnf',
  'terminfo',
  'timezone',
];

/** Settings of the Java versions that Debian installs side by side: without them a virtual machine starts half-configured. */
const javaSettings = (): string[] =>
  existsSync('/etc') ? readdirSync('/etc').filter((name) => /^java-\d{1,3}-openjdk$/.test(name)) : [];

function mountOf(path: string): Mount[] {
  if (!existsSync(path)) return [];
  return lstatSync(path).isSymbolicLink()
    ? [{ kind: 'symlink', path, target: readlinkSync(path) }]
    : [{ kind: 'ro', path, source: path }];
}

/** The read-only system. A link such as /etc/localtime leads into /usr, which is there. */
export const systemMounts = (): Mount[] => [
  ...systemFolders.flatMap(mountOf),
  ...[...systemSettings, ...javaSettings()].flatMap((name) => mountOf(join('/etc', name))),
];

export const isSystemPath = (path: string): boolean =>
  systemFolders.some((folder) => path === folder || path.startsWith(`${folder}/`));
