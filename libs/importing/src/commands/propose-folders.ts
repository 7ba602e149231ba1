import type { IsolationFolder } from '@assay/contracts';
import type { Machine } from './machine.js';

/** Part of every sandbox, or never allowed for a command. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/proc', '/sys', '/dev', '/etc', '/run'];
/** Too much for a guess: a person may name them. */
const broad = new Set(['/', '/home', '/root', '/tmp', '/var', '/opt', '/srv', '/mnt', '/media']);
/** An open database file has companion files. */
const databaseFile = /\.(db|db3|sqlite|sqlite3|duckdb|mdb)$/i;
const readOnlyFile = /\.(json|ya?ml|toml|ini|conf|cfg|pem|crt|key|env)$/i;
const script = /\.([cm]?js|[cm]?ts|py|sh|rb|jar)$/i;

/**
 * The folders and files that a command probably needs: every setting that is an existing path. The program itself and
 * its scripts need no entry: they are part of its sandbox, including write access.
 */
export async function proposeFolders(values: readonly string[], machine: Machine): Promise<IsolationFolder[]> {
  const found: IsolationFolder[] = [];
  for (const path of new Set(values.flatMap((it) => pathsIn(it, machine.userHome)))) {
    found.push(...(await folderFor(path, machine)));
  }
  return narrowed(found.filter(({ path }) => !isSystem(path) && !isWithin(path, machine.own.folder)));
}

/** The absolute paths that a value names: itself, `file:` and `sqlite:` urls, `~/x`, lists with colons or commas. */
function pathsIn(value: string, userHome: string | null): string[] {
  if (value.length > 4_096) return [];
  const text = value.replace(/^(?:file|sqlite|duckdb):(?:\/\/)?/i, '');
  const parts = text.startsWith('/') || text.startsWith('~/') ? [text, ...text.split(/[:,]/)] : text.split(/[:,=]/);
  return parts.flatMap((part) => {
    const path = part.startsWith('~/') && userHome !== null ? `${userHome}${part.slice(1)}` : part;
    return path.startsWith('/') && !path.includes('\0') ? [normal(path)] : [];
  });
}

async function folderFor(path: string, machine: Machine): Promise<IsolationFolder[]> {
  const there = await machine.look(path);
  if (there?.kind === 'folder') return broad.has(path) ? [] : [{ path, mode: 'rw' }];
  if (there?.kind === 'file' && script.test(path)) return [];
  if (there?.kind === 'file' && !databaseFile.test(path))
    return [{ path, mode: readOnlyFile.test(path) ? 'ro' : 'rw' }];
  // A database, or a file that the command will create: its folder must be writable.
  const parent = parentOf(path);
  const isFile = there !== null || /\.[A-Za-z0-9]{1,8}$/.test(path);
  const usable = isFile && !broad.has(parent) && parent !== machine.userHome && (await machine.look(parent)) !== null;
  return usable ? [{ path: parent, mode: 'rw' }] : there === null ? [] : [{ path, mode: 'rw' }];
}

/** Each path once with the wider mode; paths inside another folder of the same mode are dropped. */
function narrowed(folders: readonly IsolationFolder[]): IsolationFolder[] {
  const modes = new Map<string, IsolationFolder['mode']>();
  for (const { path, mode } of folders) modes.set(path, modes.get(path) === 'rw' ? 'rw' : mode);
  const all = [...modes].map(([path, mode]) => ({ path, mode }));
  return all
    .filter((it) => !all.some((other) => other !== it && isWithin(it.path, other.path) && covers(other, it)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

const covers = (outer: IsolationFolder, inner: IsolationFolder): boolean =>
  outer.mode === inner.mode || outer.mode === 'rw';

export const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
const isSystem = (path: string): boolean => systemFolders.some((folder) => isWithin(path, folder));
const parentOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/'))) || '/';

/** Without empty, `.` and `..` steps. */
function normal(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}`;
}
