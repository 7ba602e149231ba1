#!/usr/bin/env node
import { openRoots, startKit } from '@assay/kit';
import { createGitServer } from './server.js';

/** `assay-kit-git <folder>…`: serves the repositories below the folders. GIT_TOKEN is sent to the host of a remote. */
await startKit('assay-git', async (args, onBug) => {
  const roots = await openRoots(args);
  const token = process.env.GIT_TOKEN || undefined;
  return () => createGitServer(roots, { onBug, token });
});
