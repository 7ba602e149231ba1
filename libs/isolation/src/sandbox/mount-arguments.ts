import { inMountOrder, type Mount } from './mount.js';

function optionsOf(mount: Mount, tmpfsBytes: number | null): string[] {
  if (mount.kind === 'symlink') return ['--symlink', mount.target, mount.path];
  if (mount.kind === 'tmpfs')
    return [...(tmpfsBytes === null ? [] : ['--size', String(tmpfsBytes)]), '--tmpfs', mount.path];
  return [mount.kind === 'ro' ? '--ro-bind' : '--bind', mount.source, mount.path];
}

/** bubblewrap's options for mounts. `tmpfsBytes` bounds each temporary folder; null where bubblewrap cannot. */
export const mountArguments = (mounts: readonly Mount[], tmpfsBytes: number | null): string[] =>
  inMountOrder(mounts).flatMap((mount) => optionsOf(mount, tmpfsBytes));
