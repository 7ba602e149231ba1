import type { Me } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { pairs } from '../output/table.js';

async function me(context: Context<object>) {
  const session = await context.session();
  const who = await session.assay.me(context.request);
  return outcome<Me>({
    data: who,
    text: ({ principal, organisation, scopes, namespaces }, page) =>
      pairs(page, [
        ['server', session.url],
        ['principal', principal ? `${principal.kind} ${page.bold(principal.name)}` : 'anonymous (no key)'],
        ['organisation', organisation ?? undefined],
        ['scopes', scopes.join(', ') || 'none'],
        ['namespaces', namespaces.join(', ') || 'none'],
        ['key from', session.keyFrom],
      ]),
  });
}

async function createOrganisation(context: Context<object>, name: string) {
  const organisation = await (await context.assay()).organisations.create({ name }, context.request);
  return outcome({ data: organisation, text: (data) => `Created organisation ${data.name}.` });
}

export function addIdentityCommands(program: Command, host: Host): void {
  add(program, 'me', 'Show who you are logged in as', ['me']).alias('whoami').action(host.does(me));
  const organisations = program.command('organisations').description('Tenants of the installation');
  add(organisations, 'create <name>', 'Create an organisation', ['organisations create acme']).action(
    host.does(createOrganisation),
  );
}
