import type { CreateGrant } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, limitOption, type PageOptions, qualifiedName } from '../input/options.js';
import { listOutcome } from '../output/list.js';
import { UsageError } from '../usage-error.js';

async function listGrants(context: Context<PageOptions>) {
  const { limit, cursor } = context.options;
  const page = await (await context.assay()).grants.list({ limit }, context.request).page(cursor);
  return listOutcome(page, {
    headings: ['ID', 'TO', 'MAY CALL'],
    row: ({ id, principal, organisation, tool, capability, server }) => [
      id,
      principal ?? `organisation ${organisation}`,
      tool ?? (server === null ? `capability ${capability}` : `server ${server}`),
    ],
    empty: 'No grants. Create one with: assay grants create --principal <name> --tool <ns/tool>',
  });
}

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

async function removeGrant(context: Context<object>, id: string) {
  await (await context.assay()).grants.delete(id, context.request);
  return outcome({ data: null, text: () => `Withdrawn: grant ${id}.` });
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

async function listEndorsements(context: Context<PageOptions>) {
  const { limit, cursor } = context.options;
  const page = await (await context.assay()).endorsements.list({ limit }, context.request).page(cursor);
  return listOutcome(page, {
    headings: ['ID', 'ORGANISATION', 'TOOL'],
    row: ({ id, organisation, tool }) => [id, organisation, tool],
    empty: 'No endorsements. Create one with: assay endorse <ns/tool>',
  });
}

async function removeEndorsement(context: Context<object>, id: string) {
  await (await context.assay()).endorsements.delete(id, context.request);
  return outcome({ data: null, text: () => `Withdrawn: endorsement ${id}.` });
}

export function addGrantCommands(program: Command, host: Host): void {
  const grants = program.command('grants').description('Who may call a tool besides its owners');
  add(grants, 'list', 'List the grants your organisation gave', ['grants list'], { isDefault: true })
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(listGrants));
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
  add(grants, 'remove <id>', 'Withdraw a grant', ['grants remove 0198f2a0-…']).action(host.does(removeGrant));
}

export function addEndorsementCommands(program: Command, host: Host): void {
  add(program, 'endorse', 'Let your organisation call a tool at any stage', ['endorse acme/orders.create'])
    .argument('<tool>', 'namespace/tool', qualifiedName)
    .option('--organisation <name>', 'default: your own')
    .action(host.does(endorse));
  const endorsements = program.command('endorsements').description("Your organisation's endorsements");
  add(endorsements, 'list', 'List them', ['endorsements list'], { isDefault: true })
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(listEndorsements));
  add(endorsements, 'remove <id>', 'Withdraw one', ['endorsements remove 0198f2a0-…']).action(
    host.does(removeEndorsement),
  );
}
