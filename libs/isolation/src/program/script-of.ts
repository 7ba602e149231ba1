import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const interpreters =
  /^(?:node|nodejs|bun|deno|tsx|ts-node|python[\d.]*|pypy[\d.]*|ruby|perl|php|lua|sh|bash|dash|zsh|java|Rscript|julia|env)$/;

/** Options after which the next argument is code to load, or code itself. */
const loading = new Set(['-r', '--require', '--import', '--loader', '--experimental-loader', '-cp', '-classpath']);
const inline = new Set(['-e', '--eval', '-p', '--print', '-c']);

/** What the arguments of an interpreter name: files to load, and where the first is among the arguments. */
export interface ScriptOf {
  readonly files: readonly { readonly index: number; readonly path: string }[];
  /** Of `python -m name`. */
  readonly module: string | null;
}

const nothing: ScriptOf = { files: [], module: null };

function existingFile(text: string, cwd: string): string | null {
  try {
    const path = text.startsWith('file://') ? fileURLToPath(text) : resolve(cwd, text);
    return statSync(path).isFile() ? path : null;
  } catch {
    return null;
  }
}

/** Finds the program among the arguments of an interpreter; arguments after it are data. */
export function scriptOf(command: string, args: readonly string[], cwd: string): ScriptOf {
  if (!interpreters.test(basename(command))) return nothing;
  const files: { index: number; path: string }[] = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] as string;
    if (inline.has(argument)) break;
    if (argument === '-m' && /python|pypy/.test(command)) return { files, module: args[index + 1] ?? null };
    const value = argument.startsWith('-') ? argument.slice(argument.indexOf('=') + 1) : argument;
    const path = value === '' || value.startsWith('-') ? null : existingFile(value, cwd);
    if (path === null) continue;
    files.push({ index, path });
    const isLoaded = argument.startsWith('-') || loading.has(args[index - 1] ?? '');
    if (!isLoaded) break;
  }
  return { files, module: null };
}
