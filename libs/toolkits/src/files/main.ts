import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Refusal } from '../serving/refusal.js';
import { KeptContents } from './kept-contents.js';
import { openRoots } from './roots.js';
import { createFilesServer } from './server.js';

/** Standard output belongs to the protocol; everything else goes to standard error. */
const say = (line: string): boolean => process.stderr.write(`assay-files: ${line}\n`);

const stateOption = '--state=';

/**
 * The state folder, or a folder in the process's own home where that one belongs to another user: as root without control
 * groups, each command runs as a user of its own, and its home is private and kept, too.
 */
async function writable(state: string): Promise<string> {
  const isWritable = await access(state, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return isWritable ? state : join(homedir(), 'kept-contents');
}

/** `node main.js [--state=<folder>] <folder>…`: serves the folders over standard input and output; exit 2 when they will not do. */
async function main(args: readonly string[]): Promise<void> {
  const state = args.find((it) => it.startsWith(stateOption))?.slice(stateOption.length);
  const roots = await openRoots(args.filter((it) => !it.startsWith(stateOption)));
  const onBug = (error: unknown) => say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const kept = state === undefined ? {} : { kept: new KeptContents(await writable(state), () => Date.now()) };
  serveStdio(() => createFilesServer(roots, { onBug, ...kept }), { onerror: ({ message }) => say(message) });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const expected = error instanceof Refusal;
  say(expected ? error.message : String(error));
  process.exitCode = expected ? 2 : 1;
});
