import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { runQuiet } from './child.mjs';

/** The npm that started us, else the one on the PATH. */
function npmCommand() {
  const script = process.env.npm_execpath;
  if (script && /^npm-cli\.c?js$/.test(basename(script)))
    return { command: process.execPath, args: [script], shell: false };
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** npm wants a cache; where the usual one cannot be written (no home, a read-only one), node_modules lends a place. */
function environment(base) {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm');
  if (isWritable(usual)) return process.env;
  return { ...process.env, npm_config_cache: join(base, 'node_modules', '.cache', 'npm') };
}

/** Runs npm in the clone. Resolves to its exit code and output. */
export function runNpm(base, args) {
  const npm = npmCommand();
  return runQuiet(npm.command, [...npm.args, ...args], { cwd: base, env: environment(base), shell: npm.shell });
}
