import { join } from 'node:path';
import { runOnNode } from './node-binary.mjs';
import { PreparationError, prepare } from './prepare.mjs';
import { root } from './repository.mjs';

/**
 * Runs `work`, which resolves to the exit code, and turns what a person has to look at into its message and an exit
 * code. `lastLine` closes the output of such a failure for programs that read it.
 */
export async function reportingFailures(work, lastLine = '') {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    if (lastLine) process.stdout.write(`${lastLine}\n`);
    process.exitCode = error.exitCode;
  }
}

/** `npm start`: installs and builds what is missing, then runs the server until it ends. */
export const launch = () =>
  reportingFailures(async () => {
    await prepare(root);
    return runOnNode(root, join(root, 'apps', 'server', 'dist', 'bundle', 'start.js'), process.argv.slice(2));
  });
