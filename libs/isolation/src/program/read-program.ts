import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isSystemPath } from '../sandbox/system-mounts.js';
import { findCommand } from './find-command.js';
import { headOf, installationOf } from './installation-of.js';
import { linkedPackages, nodeModulesAbove } from './node-modules.js';
import { packageFolders } from './package-folders.js';
import { importedByScript, moduleFolder, siteFolders, userBase, userSites } from './python-modules.js';
import { type ScriptOf, scriptOf } from './script-of.js';

/** What a command consists of. */
export interface Program {
  readonly command: string;
  /** With the path of the script made absolute. */
  readonly args: readonly string[];
  /** Files and folders it reads, beyond those of the system. */
  readonly folders: readonly string[];
  /** Folders of its own package, which it may write to; the first that is not too large to be copied. */
  readonly packages: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const isPython = (command: string): boolean => /^(?:python|pypy)[\d.]*$/.test(basename(command));

const moduleFolders = (module: string, sites: readonly string[]): string[] => {
  const folder = moduleFolder(module, sites);
  return folder === null ? [] : [folder];
};

/** The package of a program: of its script, its module, or of the command when that is a script itself. */
function ownPackage(command: string, script: ScriptOf, sites: readonly string[]): string[] {
  const file = script.files.at(-1)?.path;
  if (file !== undefined) return packageFolders(file);
  if (script.module !== null) return moduleFolders(script.module, sites);
  const real = realpathSync(command);
  if (isSystemPath(real)) return [];
  const head = headOf(real);
  if (!head.startsWith('#!')) return [];
  const imported = /python/.test(head.split('\n')[0] ?? '') ? importedByScript(head) : null;
  if (imported !== null) return moduleFolders(imported, siteFolders(command).concat(siteFolders(real)));
  return /^(?:bin|shims)$/.test(basename(dirname(real))) ? [] : packageFolders(real);
}

/** Finds what a command consists of. Throws an error with `code` ENOENT or EACCES when it cannot be started. */
export function readProgram(command: string, args: readonly string[], path: string, cwd: string): Program {
  const file = findCommand(command, path, cwd);
  const script = scriptOf(file, args, cwd);
  const python = isPython(file);
  const user = python ? userSites() : [];
  const own = ownPackage(file, script, python ? [...siteFolders(file), ...user] : []);
  const [root] = own;
  const modules = root === undefined || root.includes('/site-packages/') ? [] : nodeModulesAbove(root);
  const folders = [
    ...installationOf(file),
    ...script.files.flatMap(({ path: loaded }) => [packageFolders(loaded)[0] ?? realpathSync(loaded), loaded]),
    ...modules,
    ...modules.flatMap(linkedPackages),
    ...user,
    ...own,
  ];
  const scripts = new Map(script.files.map((it) => [it.index, it.path]));
  return {
    command: file,
    args: args.map((argument, index) => absolute(argument, scripts.get(index))),
    folders: [...new Set(folders)].filter((folder) => !isSystemPath(folder)),
    packages: own,
    env: user.length > 0 ? { PYTHONUSERBASE: userBase() } : {},
  };
}

const absolute = (argument: string, file: string | undefined): string =>
  file === undefined || argument.startsWith('-') || argument.startsWith('file:') ? argument : file;
