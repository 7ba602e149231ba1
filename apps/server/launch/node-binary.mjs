import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { runForeground } from './child.mjs';
import { PreparationError } from './prepare.mjs';

const wantedMajor = 24;

const ownMajor = () => Number(process.versions.node.split('.')[0]);

/** The Node that the workspace brings along, or this one when it is new enough. */
export function nodeBinary(base) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const installed = join(base, 'node_modules', 'node', 'bin', name);
  if (existsSync(installed)) return realpathSync(installed);
  if (ownMajor() >= wantedMajor) return process.execPath;
  throw new PreparationError(
    `Node ${wantedMajor} is missing from node_modules: its install script did not run. ` +
      'Allow install scripts (npm config get ignore-scripts) and run: npm rebuild node',
  );
}

/** Runs a script of the clone on Node 24 in the foreground. Resolves to its exit code. */
export function runOnNode(base, script, args = []) {
  return runForeground(nodeBinary(base), [script, ...args], { cwd: base });
}

/**
 * Goes on in Node 24 when a script was started by an older Node, which happens on a machine's first run.
 * Resolves to the exit code of the other process, or to undefined when this one is new enough to go on itself.
 */
export async function elsewhereOnNode(base, script, args) {
  return ownMajor() >= wantedMajor ? undefined : runOnNode(base, script, args);
}
