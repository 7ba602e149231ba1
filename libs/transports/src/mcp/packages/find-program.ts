import { open, readFile, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { consoleScripts } from './installers.js';
import { type PackageCommand, packageName } from './package-command.js';

/** What is started in place of `npx …` or `uvx …`. */
export interface ProgramStart {
  readonly command: string;
  readonly args: readonly string[];
}

/** The program of installed packages; null when they have none of that name. */
export function findProgram(command: PackageCommand, folder: string): Promise<ProgramStart | null> {
  return command.runner === 'npx' ? nodeProgram(command, folder) : pythonProgram(command, folder);
}

async function nodeProgram({ packages, program, args }: PackageCommand, folder: string): Promise<ProgramStart | null> {
  const name = program ?? (await binOf(join(folder, 'node_modules', packageName(packages[0] ?? ''))));
  if (name === null) return null;
  const file = await realpath(join(folder, 'node_modules', '.bin', name)).catch(() => null);
  return file === null ? null : startOfFile(file, args);
}

/** How a program of a Node package is started. */
export const startOfFile = async (file: string, args: readonly string[]): Promise<ProgramStart> =>
  (await isNodeScript(file)) ? { command: process.execPath, args: [file, ...args] } : { command: file, args };

/** As npx chooses: the only program, or the one with the package's own name. */
async function binOf(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const { name = '', bin } = JSON.parse(text) as { name?: string; bin?: string | Record<string, string> };
  const own = basename(name);
  if (typeof bin === 'string') return own;
  const names = Object.keys(bin ?? {});
  const targets = new Set(Object.values(bin ?? {}));
  return names.includes(own) ? own : targets.size === 1 ? (names[0] ?? null) : null;
}

async function isNodeScript(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(256) });
    const first = buffer.toString('utf8', 0, bytesRead).split('\n')[0] ?? '';
    return /^#!.*\bnode\b/.test(first) || (!first.startsWith('#!') && /\.[cm]?js$/.test(file));
  } finally {
    await handle.close();
  }
}

async function pythonProgram(
  { packages, program, args }: PackageCommand,
  folder: string,
): Promise<ProgramStart | null> {
  const environment = join(folder, 'env');
  const name = packageName(packages[0] ?? '');
  const scripts = await consoleScripts(environment, name);
  const chosen = program ?? (scripts.includes(name) ? name : scripts.length === 1 ? scripts[0] : undefined);
  const file = join(environment, 'bin', chosen ?? '');
  const exists = chosen !== undefined && (await realpath(file).catch(() => null)) !== null;
  // The environment's own Python, so that its packages are found whatever the first line of the script says.
  return exists ? { command: join(environment, 'bin', 'python'), args: [file, ...args] } : null;
}
