import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program of this library, and the folders it reads. */
export interface Program {
  readonly file: string;
  readonly folders: readonly string[];
  /** Options of Node. */
  readonly options: readonly string[];
  readonly args?: readonly string[];
}

const require = createRequire(import.meta.url);

/** The compiled file beside this one, or the source that Node runs as it is. */
export function fileOf(name: string): string {
  const compiled = fileURLToPath(new URL(`../${name}.js`, import.meta.url));
  return existsSync(compiled) ? compiled : fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
}

/** The folder of an installed package. */
export function packageFolder(name: string, from: NodeJS.Require = require): string {
  let folder = dirname(realpathSync(from.resolve(name)));
  while (!existsSync(join(folder, 'package.json')) || !folder.endsWith(name)) folder = dirname(folder);
  return folder;
}

const quiet = ['--no-warnings', '--disable-proto=delete'];

/** Runs JavaScript and TypeScript. */
export const javaScriptProgram = (): Program => ({
  file: fileOf('javascript/program'),
  folders: [
    dirname(fileOf('javascript/program')),
    ...[packageFolder('quickjs-emscripten-core'), packageFolder('@jitl/quickjs-wasmfile-release-sync')],
    join(packageFolder('@jitl/quickjs-wasmfile-release-sync'), '..', 'quickjs-ffi-types'),
  ],
  options: quiet,
});

/**
 * Runs Python, from a snapshot of its interpreter; without one it makes one. Node's permission model is a second line
 * behind the isolation: it denies processes, and files other than these.
 */
export function pythonProgram(snapshot?: string): Program {
  const folders = [
    ...[dirname(fileOf('python/program')), packageFolder('pyodide')],
    packageFolder('ws', createRequire(require.resolve('pyodide'))),
    ...(snapshot === undefined ? [] : [snapshot]),
  ];
  const permissions = ['--permission', '--allow-worker', ...folders.map((folder) => `--allow-fs-read=${folder}`)];
  return {
    ...{ file: fileOf('python/program'), folders, options: ['--no-warnings', ...permissions] },
    ...(snapshot !== undefined && { args: [snapshot] }),
  };
}
