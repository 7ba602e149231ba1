#!/usr/bin/env node
import { Refusal, startKit } from '@assay/kit';
import { Databases } from './databases/databases.js';
import { makeExample } from './databases/example.js';
import { readSettings } from './databases/settings.js';
import { createDatabaseServer } from './server.js';

/**
 * `assay-kit-database`: serves the databases of the variables `DATABASE_<NAME>`, and the example, over standard input
 * and output. `create-reader` and `create-writer` create a role for it.
 */
const [command, ...rest] = process.argv.slice(2);
if (command === 'create-reader' || command === 'create-writer') {
  const { createRoleCommand } = await import('./roles/create-role-command.js');
  await createRoleCommand(command, rest).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Refusal ? error.message : String(error)}\n`);
    process.exitCode = error instanceof Refusal ? 2 : 1;
  });
} else {
  await startKit('assay-database', async (_args, onBug) => {
    const databases = new Databases([...readSettings(process.env), makeExample()]);
    return () => createDatabaseServer({ databases, onBug });
  });
}
