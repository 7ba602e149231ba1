#!/usr/bin/env node
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Refusal, startKit } from '@assay/kit';
import { Databases } from './databases/databases.js';
import { makeExample } from './databases/example.js';
import { readSettings } from './databases/settings.js';
import { rolePurposes } from './roles/role-request.js';
import { createDatabaseServer } from './server.js';
import { KeptRows } from './write/kept-rows.js';

const stateOption = '--state=';

/**
 * The state folder, or a folder in the process's own home where that one is absent or belongs to another user: as root
 * without control groups, each command runs as a user of its own, and its home is private and kept, too.
 */
async function writable(state: string | undefined): Promise<string> {
  const own = join(homedir(), 'kept-rows');
  if (state === undefined) return own;
  return access(state, constants.W_OK | constants.X_OK).then(
    () => state,
    () => own,
  );
}

/**
 * `assay-kit-database`: serves the databases of the variables `DATABASE_<NAME>`, and the example, over standard input
 * and output. `create-reader`, `create-writer` and `create-scratch` create a role for it.
 */
const [command, ...rest] = process.argv.slice(2);
const purpose = rolePurposes.find((it) => command === `create-${it}`);
if (purpose !== undefined) {
  const { createRoleCommand } = await import('./roles/create-role-command.js');
  await createRoleCommand(purpose, rest).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Refusal ? error.message : String(error)}\n`);
    process.exitCode = error instanceof Refusal ? 2 : 1;
  });
} else {
  await startKit('assay-database', async (args, onBug) => {
    const state = args.find((it) => it.startsWith(stateOption))?.slice(stateOption.length);
    const kept = new KeptRows(await writable(state), () => Date.now());
    const databases = new Databases([...readSettings(process.env), makeExample()]);
    return () => createDatabaseServer({ databases, kept, onBug });
  });
}
