import { existsSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FolderAccess } from '../profile/profile.js';
import { isLeftOut } from '../program/package-copy.js';
import type { Program } from '../program/read-program.js';
import { sandboxUser } from './identity-files.js';
import { isWithin, type Mount } from './mount.js';
import { isSystemPath, systemMounts } from './system-mounts.js';

/** What a sandbox's file system is made of. */
export interface SandboxPlaces {
  readonly program: Program;
  /** The writable copy of the program's own package, and the place of the original; null when that is shown read-only. */
  readonly packageCopy: { readonly root: string; readonly copy: string } | null;
  readonly programFolders: readonly string[];
  readonly folders: readonly FolderAccess[];
  readonly hide: readonly string[];
  readonly home: string;
}

/** A folder of a profile that cannot be shown, in a sentence that names the setting. */
export class FolderUnavailableError extends Error {
  override readonly name = 'FolderUnavailableError';
  readonly code = 'EFOLDER';
}

function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new FolderUnavailableError(
      code === 'EACCES'
        ? `Assay's user may not enter ${path}, which the setting "folders" of its isolation profile names.`
        : `${path} does not exist, but the setting "folders" of its isolation profile names it. Create it, or change the setting.`,
    );
  }
}

/** A path at its own place and, where links lead to it, at its real place, too: many programs resolve links first. */
function bound(path: string, real: string, kind: 'ro' | 'rw'): Mount[] {
  const own: Mount = { kind, path: real, source: real };
  return path === real ? [own] : [own, { kind, path, source: real }];
}

function folderMounts(folders: readonly FolderAccess[], hide: readonly string[]): Mount[] {
  return folders.flatMap(({ path, mode }) => {
    if (path === '/')
      throw new FolderUnavailableError('The whole file system cannot be a folder of an isolation profile.');
    const real = realFolder(path);
    if (hide.includes(real))
      throw new FolderUnavailableError(`${path} contains Assay's own data; "folders" may name a folder inside it.`);
    return bound(path, real, mode);
  });
}

function programMounts({ program, packageCopy, programFolders }: SandboxPlaces): Mount[] {
  const shown = [...program.folders, ...programFolders].filter((path) => !isSystemPath(path) && existsSync(path));
  const mounts = shown.flatMap((path) => bound(path, realpathSync(path), 'ro'));
  if (packageCopy === null) return mounts;
  const { root, copy } = packageCopy;
  const modules = join(root, 'node_modules');
  return [
    // What the copy has is not covered by the original; what it leaves out is shown.
    ...mounts.filter((mount) => !isWithin(mount.path, root) || isLeftOut(relative(root, mount.path))),
    { kind: 'rw', path: root, source: copy },
    ...(existsSync(modules) ? ([{ kind: 'ro', path: modules, source: realpathSync(modules) }] as const) : []),
  ];
}

/** Temporary folders over everything hidden that another mount would show. */
function masks(mounts: readonly Mount[], hide: readonly string[]): Mount[] {
  return hide
    .filter((folder) => existsSync(folder) && mounts.some((mount) => isWithin(folder, mount.path)))
    .map((path) => ({ kind: 'tmpfs', path }));
}

/** Everything a command sees, and how. Throws FolderUnavailableError for a folder that cannot be shown. */
export function sandboxMounts(places: SandboxPlaces): Mount[] {
  const shown = [...programMounts(places), ...folderMounts(places.folders, places.hide)];
  return [
    ...systemMounts(),
    ...['/tmp', '/var/tmp', '/run'].map((path): Mount => ({ kind: 'tmpfs', path })),
    ...shown,
    ...masks(shown, places.hide),
    { kind: 'rw', path: sandboxUser.home, source: places.home },
  ];
}
