#!/usr/bin/env node
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { openRoots, startKit } from '@assay/kit';
import { KeptContents } from './kept-contents.js';
import { createFilesServer } from './server.js';

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

/** `assay-kit-files [--state=<folder>] <folder>…`: serves the folders; exit 2 when one of them cannot be served. */
await startKit('assay-files', async (args, onBug) => {
  const state = args.find((it) => it.startsWith(stateOption))?.slice(stateOption.length);
  const roots = await openRoots(args.filter((it) => !it.startsWith(stateOption)));
  const kept = state === undefined ? {} : { kept: new KeptContents(await writable(state), () => Date.now()) };
  return () => createFilesServer(roots, { onBug, ...kept });
});
