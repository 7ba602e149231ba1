#!/usr/bin/env node
import { startKit } from '@assay/kit';
import { Documents } from './documents/documents.js';
import { createCommunicationServer } from './server.js';
import { readSettings } from './settings/settings.js';

/** `assay-kit-communication`: serves the accounts of its environment variables over standard input and output. */
await startKit('assay-communication', async (_, onBug) => {
  const settings = readSettings(process.env);
  const documents = new Documents();
  return () => createCommunicationServer({ settings, documents, onBug });
});
