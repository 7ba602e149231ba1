import type { CreateGrant } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { qualifiedName } from '../input/options.js';
import { addDelete, addList } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

type GrantOptions = Partial<Record<'principal' | 'organisation' | 'tool' | 'capability' | 'server', string>>;

async function createGrant(context: Context<GrantOptions>) {
  const { principal, organisation, tool, capability, server } = context.options;
  if (!principal === !organisation) throw new UsageError('Give either --principal or --organisation.');
  if ([tool, capability, server].filter(Boolean).length !== 1)
    throw new UsageError('Give one of --tool, --capability and --server.');
  const body: CreateGrant = { principal, organisation, tool, capability, server, actions: ['call'] };
  const grant = await (await context.assay()).grants.create(body, context.request);
  return outcome({
    data: grant,
    text: () =>
      `${principal ?? organisation} may ${server ? `use the server ${server}` : `call ${tool ?? capability}`} (grant ${grant.id}).`,
  });
}

async function endorse(context: Context<{ organisation?: string }>, tool: string) {
  const { organisation } = context.options;
  const body = { tool, ...(organisation ? { organisation } : {}) };
  const endorsement = await (await context.assay()).endorsements.create(body, context.request);
  return outcome({
    data: endorsement,
    text: (data) => `${data.organisation} may call ${data.tool} at any stage (endorsement ${data.id}).`,
  });
}

export function addGrantCommands(program: Command, host: Host): void {
  const grants = program.command('grants').description('Who may call a tool besides its owners');
  addList(grants, host, {
    route: 'listGrants',
    description: 'List the grants your organisation gave',
    examples: ['grants list'],
    isDefault: true,
    layout: {
      headings: ['ID', 'TO', 'MAY CALL'],
      row: ({ id, principal, organisation, tool, capability, server }) => [
        id,
        principal ?? `organisation ${organisation}`,
        tool ?? (server === null ? `capability ${capability}` : `server ${server}`),
      ],
      empty: 'No grants. Create one with: assay grants create --principal <name> --tool <ns/tool>',
    },
  });
  add(grants, 'create', 'Grant a principal or organisation the right to call a tool or capability', [
    'grants create --principal planner --tool acme/orders.create',
    'grants create --principal anonymous --server acme/weather',
  ])
    .option('--principal <name>', 'of your organisation; anonymous: callers without a key')
    .option('--organisation <name>', 'a whole organisation')
    .option('--tool <tool>', 'namespace/tool', qualifiedName)
    .option('--capability <tag>', 'every tool with this capability')
    .option('--server <server>', 'namespace/server: its tools, prompts and resources', qualifiedName)
    .action(host.does(createGrant));
  addDelete(grants, host, {
    route: 'deleteGrant',
    word: 'remove',
    description: 'Withdraw a grant',
    examples: ['grants remove 0198f2a0-…'],
    done: (id) => `Withdrawn: grant ${id}.`,
  });
}

export function addEndorsementCommands(program: Command, host: Host): void {
  add(program, 'endorse', 'Let your organisation call a tool at any stage', ['endorse acme/orders.create'])
    .argument('<tool>', 'namespace/tool', qualifiedName)
    .option('--organisation <name>', 'default: your own')
    .action(host.does(endorse));
  const endorsements = program.command('endorsements').description("Your organisation's endorsements");
  addList(endorsements, host, {
    route: 'listEndorsements',
    description: 'List them',
    examples: ['endorsements list'],
    isDefault: true,
    layout: {
      headings: ['ID', 'ORGANISATION', 'TOOL'],
      row: ({ id, organisation, tool }) => [id, organisation, tool],
      empty: 'No endorsements. Create one with: assay endorse <ns/tool>',
    },
  });
  addDelete(endorsements, host, {
    route: 'deleteEndorsement',
    word: 'remove',
    description: 'Withdraw one',
    examples: ['endorsements remove 0198f2a0-…'],
    done: (id) => `Withdrawn: endorsement ${id}.`,
  });
}
