import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lchown, mkdir, opendir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CopyChanges, copyChanges } from './copy-changes.js';

/** Bounds of a copy: above them a package is shown read-only instead. */
const maxFiles = 3_000;
const maxBytes = 128 * 1024 * 1024;

/** Never copied: dependencies are shown read-only, the rest belongs to its developers. */
const leftOut = new Set(['node_modules', '.git', '.hg', '.venv', 'venv', '__pycache__', '.assay']);

/** Whether a relative path of a package is not part of its copies. */
export const isLeftOut = (path: string): boolean => path.split('/').some((part) => leftOut.has(part));

export interface CopyOptions {
  /** Folders whose contents are never copied. */
  readonly hide: readonly string[];
  /** Who owns the copy; this process's user when absent. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /**
   * Applies changes to a copy that the program has had: it may have put links into it that lead anywhere, so this must
   * happen where they lead to nothing of the machine's.
   */
  readonly applyIsolated: (from: string, to: string, changes: CopyChanges) => Promise<void>;
}

/** Relative path to its fingerprint: size and modification time of a file, target of a link, `/` for a folder. */
type Contents = Map<string, string>;

/** The files of a package; null when they exceed the bounds. */
async function contentsOf(root: string, hide: readonly string[]): Promise<Contents | null> {
  const found: Contents = new Map();
  let bytes = 0;
  const pending = [''];
  for (let relative = pending.pop(); relative !== undefined; relative = pending.pop()) {
    for await (const entry of await opendir(join(root, relative))) {
      const path = relative === '' ? entry.name : join(relative, entry.name);
      const whole = join(root, path);
      if (leftOut.has(entry.name) || hide.includes(whole)) continue;
      if (entry.isDirectory()) {
        found.set(path, '/');
        pending.push(path);
      } else if (entry.isSymbolicLink()) found.set(path, `-> ${await readlink(whole)}`);
      else if (entry.isFile()) {
        const { size, mtimeMs } = await stat(whole);
        bytes += size;
        found.set(path, `${size} ${mtimeMs}`);
      }
      if (found.size > maxFiles || bytes > maxBytes) return null;
    }
  }
  return found;
}

async function readStamp(file: string): Promise<Contents> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>));
  } catch {
    return new Map();
  }
}

/**
 * Brings the copy of `root` below `folder` up to date and returns its path: null when the package is too large. Only
 * files that changed in the original since the last time are replaced, so that what the program wrote stays.
 */
export function refreshCopy(root: string, folder: string, options: CopyOptions): Promise<string | null> {
  const key = `${folder} ${root}`;
  // Two starts of one server must not write the same copy at the same time.
  const turn = (refreshing.get(key) ?? Promise.resolve(null))
    .catch(() => null)
    .then(() => refresh(root, folder, options));
  refreshing.set(key, turn);
  const forget = () => {
    if (refreshing.get(key) === turn) refreshing.delete(key);
  };
  turn.then(forget, forget);
  return turn;
}

const refreshing = new Map<string, Promise<string | null>>();
/** Packages that were found to be too large to be copied: looking again would cost as much at each start. */
const tooLarge = new Set<string>();

async function refresh(root: string, folder: string, options: CopyOptions): Promise<string | null> {
  if (tooLarge.has(root)) return null;
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const copy = join(folder, name);
  const stamp = `${copy}.json`;
  const contents = await contentsOf(root, options.hide);
  if (contents === null) {
    tooLarge.add(root);
    return null;
  }
  const former = await readStamp(stamp);
  const changes = {
    changed: [...contents].filter(([path, mark]) => former.get(path) !== mark),
    gone: [...former].filter(([path, mark]) => mark !== '/' && !contents.has(path)).map(([path]) => path),
  };
  if (former.size === 0) await makeCopy(root, copy, changes, options.owner);
  else if (changes.changed.length + changes.gone.length > 0) await options.applyIsolated(root, copy, changes);
  else return copy;
  await writeFile(`${stamp}.new`, JSON.stringify(Object.fromEntries(contents)));
  await rename(`${stamp}.new`, stamp);
  return copy;
}

/** Makes the first copy under another name, so that an interrupted attempt is never mistaken for a complete one. */
async function makeCopy(root: string, copy: string, changes: CopyChanges, owner: CopyOptions['owner']): Promise<void> {
  const half = `${copy}.new`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { recursive: true, mode: 0o755 });
  await copyChanges(root, half, changes);
  if (owner !== undefined)
    for (const path of ['', ...changes.changed.map(([it]) => it)]) await lchown(join(half, path), owner.uid, owner.gid);
  if (existsSync(copy)) await rename(copy, `${copy}.before-${Date.now().toString(36)}`);
  await rename(half, copy);
}
