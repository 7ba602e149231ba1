#!/usr/bin/env node
import { join } from 'node:path';
import { openRoots, startKit } from '@assay/kit';
import { createBuildServer } from './server.js';

const stateOption = '--state=';

/** `assay-kit-build [--state=<folder>] <folder>…`: builds and checks repositories below the folders, each run in a sandbox of its own. */
await startKit('assay-build', async (args, onBug) => {
  const state = args.find((it) => it.startsWith(stateOption))?.slice(stateOption.length);
  const roots = await openRoots(args.filter((it) => !it.startsWith(stateOption)));
  const homes = state === undefined ? undefined : join(state, 'homes');
  return () => createBuildServer(roots, { onBug, homes });
});
