import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { Refusal } from '@assay/kit';
import { createRole } from './create-role.js';

const usage = `Usage: assay-kit-database create-reader [--name assay_reader] < owner-url.txt
       assay-kit-database create-writer [--name assay_writer] < owner-url.txt
The address of an owner is read from standard input and used once; the address of the new role is printed.`;

/** `create-reader` and `create-writer`: addresses travel over standard input and output, never as arguments. */
export async function createRoleCommand(command: string, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { name: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help === true) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  if (process.stdin.isTTY) process.stderr.write('Address of an owner, then Ctrl-D: ');
  const url = (await text(process.stdin)).trim();
  if (url === '') throw new Refusal(usage);
  const writes = command === 'create-writer';
  const address = await createRole({ url, name: values.name ?? (writes ? 'assay_writer' : 'assay_reader'), writes });
  process.stdout.write(`${address}\n`);
}
