#!/usr/bin/env node
import { startKit } from '@assay/kit';
import { createCommunicationServer } from './server.js';
import { readSettings } from './settings/settings.js';

/** `assay-kit-communication`: serves the accounts of its environment variables over standard input and output. */
await startKit('assay-communication', async (_, onBug) => {
  const settings = readSettings(process.env);
  return () => createCommunicationServer({ settings, onBug });
});
