/** One place of a sandbox's file system. Paths are absolute and normal. */
export type Mount =
  | { readonly kind: 'ro' | 'rw'; readonly path: string; readonly source: string }
  | { readonly kind: 'tmpfs'; readonly path: string }
  | { readonly kind: 'symlink'; readonly path: string; readonly target: string };

/** What wins where two mounts have the same path: the later one of this list. */
const rank = { symlink: 0, ro: 1, rw: 2, tmpfs: 3 } as const;

const depth = (path: string): number => (path === '/' ? 0 : path.split('/').length);

/** Mounts from the root downwards, so that none covers another that lies inside it. */
export const inMountOrder = (mounts: readonly Mount[]): Mount[] =>
  [...mounts].sort((a, b) => depth(a.path) - depth(b.path) || rank[a.kind] - rank[b.kind]);

/** Whether `path` is `folder` or inside it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || folder === '/' || path.startsWith(`${folder}/`);

/** How a command sees a path of the machine; `private` is a folder of its own in its place, null nothing. */
export type Access = 'ro' | 'rw' | 'private' | null;

/** How a sandbox with these mounts sees a path. */
export function accessOf(mounts: readonly Mount[], path: string): Access {
  const innermost = inMountOrder(mounts).findLast((mount) => isWithin(path, mount.path));
  if (innermost === undefined) return null;
  if (innermost.kind === 'symlink') return 'ro';
  return innermost.kind === 'tmpfs' ? 'private' : innermost.kind;
}
