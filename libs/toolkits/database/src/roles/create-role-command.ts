import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { Refusal } from '@assay/kit';
import { createRole } from './create-role.js';
import type { RolePurpose } from './role-request.js';

const usage = `Usage: assay-kit-database create-reader [--name assay_reader] < owner-url.txt
       assay-kit-database create-writer [--name assay_writer] < owner-url.txt
       assay-kit-database create-scratch [--name assay_scratch] < owner-url.txt
create-scratch also creates an empty database beside the owner's, in which plans of migrations are tried.
The address of an owner is read from standard input and used once; the address of the new role is printed.`;

/** `create-reader`, `create-writer` and `create-scratch`: addresses travel over standard input and output, never as arguments. */
export async function createRoleCommand(purpose: RolePurpose, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { name: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help === true) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  if (process.stdin.isTTY) process.stderr.write('Address of an owner, then Ctrl-D: ');
  const url = (await text(process.stdin)).trim();
  if (url === '') throw new Refusal(usage);
  const address = await createRole({ url, name: values.name ?? `assay_${purpose}`, purpose });
  process.stdout.write(`${address}\n`);
}
