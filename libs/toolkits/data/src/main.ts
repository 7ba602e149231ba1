#!/usr/bin/env node
import { startKit } from '@assay/kit';
import { openComputing } from './computing.js';
import { createDataServer } from './server.js';

/** `assay-kit-data`: serves the tools over standard input and output. */
await startKit('assay-data', async (_args, onBug) => {
  const computing = openComputing();
  return () => createDataServer(computing, onBug);
});
