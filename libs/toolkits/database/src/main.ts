#!/usr/bin/env node
import { startKit } from '@assay/kit';
import { Databases } from './databases/databases.js';
import { makeExample } from './databases/example.js';
import { readSettings } from './databases/settings.js';
import { createDatabaseServer } from './server.js';

/** `assay-kit-database`: serves the databases of the variables `DATABASE_<NAME>`, and the example, over standard input and output. */
await startKit('assay-database', async (_args, onBug) => {
  const databases = new Databases([...readSettings(process.env), makeExample()]);
  return () => createDatabaseServer({ databases, onBug });
});
