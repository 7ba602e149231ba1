import type { CreateGrant, GrantView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { moment } from '../input/moment.js';
import { qualifiedName, whole } from '../input/options.js';
import { readJsonObject } from '../input/read-json.js';
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

interface StandingOptions {
  readonly principal: string;
  readonly tool: string;
  readonly count: number;
  readonly expires: string;
  readonly bounds: string;
}

async function approveInAdvance(context: Context<StandingOptions>) {
  const { principal, tool, count, expires, bounds } = context.options;
  const schema = await readJsonObject(context.io, bounds);
  const standing = { count, expiresAt: expires, bounds: schema };
  const body: CreateGrant = { principal, tool, actions: ['call'], standing };
  const grant = await (await context.assay()).grants.create(body, context.request);
  return outcome<GrantView>({
    data: grant,
    text: (it) =>
      `${it.standing?.count} calls of ${it.tool} by ${it.principal} are approved in advance until ${it.standing?.expiresAt} (grant ${it.id}).`,
    notes: ({ id }) => [`To revoke it: assay grants remove ${id}`],
  });
}

function addStandingCommand(grants: Command, host: Host): void {
  add(grants, 'standing', 'Approve a number of calls in advance, within bounds on their arguments', [
    'grants standing --principal planner --tool acme/orders.create --count 5 --expires 7d --bounds bounds.json',
  ])
    .requiredOption('--principal <name>', 'the caller, of your organisation')
    .requiredOption('--tool <tool>', 'namespace/tool', qualifiedName)
    .requiredOption('--count <calls>', 'how many calls it covers, at most 1000', whole(1, 1_000))
    .requiredOption('--expires <when>', 'a time, or a duration such as 7d; at most 90 days', (it: string) =>
      moment(it, host.io.now()),
    )
    .requiredOption('--bounds <file>', 'JSON Schema that the arguments must match; - for standard input')
    .action(host.does(approveInAdvance));
}

export function addGrantCommands(program: Command, host: Host): void {
  const grants = program.command('grants').description('Who may call a tool besides its owners');
  addList(grants, host, {
    route: 'listGrants',
    description: 'List the grants your organisation gave, and standing approvals',
    examples: ['grants list', 'grants list --standing yes'],
    isDefault: true,
    filters: [new Option('--standing <which>', 'only standing approvals, or none').choices(['yes', 'no'])],
    layout: {
      headings: ['ID', 'TO', 'MAY CALL', 'APPROVED IN ADVANCE'],
      row: ({ id, principal, organisation, tool, capability, server, standing }) => [
        id,
        principal ?? `organisation ${organisation}`,
        tool ?? (server === null ? `capability ${capability}` : `server ${server}`),
        standing === null
          ? '-'
          : `${standing.state}: ${standing.used} of ${standing.count} used, until ${standing.expiresAt}`,
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
  addStandingCommand(grants, host);
  addDelete(grants, host, {
    route: 'deleteGrant',
    word: 'remove',
    description: 'Withdraw a grant or standing approval',
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
