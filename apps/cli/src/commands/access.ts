import type { CreatedKey, CreateGrant, CreateKey, Me, PrincipalKind, Role } from '@assay/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, duration, limitOption, listed, type PageOptions, qualifiedName } from '../input/options.js';
import { listOutcome } from '../output/list.js';
import { pairs } from '../output/table.js';
import { UsageError } from '../usage-error.js';

const kinds: readonly PrincipalKind[] = ['user', 'agent', 'service'];
const roles: readonly Role[] = ['reader', 'caller', 'publisher', 'reviewer', 'administrator'];

async function me(context: Context<object>) {
  const session = await context.session();
  const who = await session.assay.me(context.request);
  return outcome<Me>({
    data: who,
    text: ({ principal, organisation, scopes, namespaces }, page) =>
      pairs(page, [
        ['server', session.url],
        ['principal', principal ? `${principal.kind} ${page.bold(principal.name)}` : 'nobody: no key was given'],
        ['organisation', organisation ?? undefined],
        ['scopes', scopes.join(', ') || 'none'],
        ['namespaces', namespaces.join(', ') || 'none of its own'],
        ['key from', session.keyFrom],
      ]),
  });
}

async function listKeys(context: Context<PageOptions>) {
  const { limit, cursor } = context.options;
  const page = await (await context.assay()).keys.list({ limit }, context.request).page(cursor);
  const state = (revokedAt: string | null, expiresAt: string | null): string => {
    if (revokedAt) return 'revoked';
    if (!expiresAt) return 'valid';
    return Date.parse(expiresAt) <= context.io.now() ? 'expired' : `until ${expiresAt}`;
  };
  return listOutcome(page, {
    headings: ['ID', 'PREFIX', 'PRINCIPAL', 'STATE', 'SCOPES'],
    row: ({ id, prefix, principal, revokedAt, expiresAt, scopes }) => [
      id,
      prefix,
      `${principal.kind} ${principal.name}`,
      state(revokedAt, expiresAt),
      scopes.join(' '),
    ],
    empty: 'No keys. `assay keys create <name> --role caller` makes one.',
  });
}

interface CreateKeyOptions {
  readonly kind: PrincipalKind;
  readonly role?: Role;
  readonly scope?: string[];
  readonly namespace?: string[];
  readonly organisation?: string;
  readonly expires?: string;
}

/** A date, or a time from now. */
function expiry(value: string, now: number): string {
  if (/^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))) return new Date(value).toISOString();
  try {
    return new Date(now + duration(value)).toISOString();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new UsageError('--expires must be a date such as 2027-01-31, or a time from now such as 30d.');
  }
}

async function createKey(context: Context<CreateKeyOptions>, name: string) {
  const { kind, role, scope, namespace, organisation, expires } = context.options;
  if ((role === undefined) === (scope === undefined)) throw new UsageError('Give either --role or --scope.');
  const body: CreateKey = {
    principal: { kind, name },
    ...(role ? { role } : { scopes: scope }),
    ...(namespace ? { namespaces: namespace } : {}),
    ...(organisation ? { organisation } : {}),
    ...(expires ? { expiresAt: expiry(expires, context.io.now()) } : {}),
  };
  const created = await (await context.assay()).keys.create(body, context.request);
  return outcome<CreatedKey>({
    data: created,
    text: ({ key }) => key,
    notes: ({ id }) => [`Keep it now: it is shown this once. To end it: assay keys revoke ${id}`],
  });
}

async function revokeKey(context: Context<object>, id: string) {
  await (await context.assay()).keys.revoke(id, context.request);
  return outcome({ data: null, text: () => `Revoked ${id}; it stopped working at once.` });
}

async function listGrants(context: Context<PageOptions>) {
  const { limit, cursor } = context.options;
  const page = await (await context.assay()).grants.list({ limit }, context.request).page(cursor);
  return listOutcome(page, {
    headings: ['ID', 'TO', 'MAY CALL'],
    row: ({ id, principal, organisation, tool, capability }) => [
      id,
      principal ?? `organisation ${organisation}`,
      tool ?? `capability ${capability}`,
    ],
    empty: 'No grants. `assay grants create --principal <name> --tool <ns/tool>` gives one.',
  });
}

type GrantOptions = Partial<Record<'principal' | 'organisation' | 'tool' | 'capability', string>>;

async function createGrant(context: Context<GrantOptions>) {
  const { principal, organisation, tool, capability } = context.options;
  if (!principal === !organisation) throw new UsageError('Give either --principal or --organisation.');
  if (!tool === !capability) throw new UsageError('Give either --tool or --capability.');
  const body: CreateGrant = { principal, organisation, tool, capability, actions: ['call'] };
  const grant = await (await context.assay()).grants.create(body, context.request);
  return outcome({
    data: grant,
    text: () => `${principal ?? organisation} may call ${tool ?? capability} (grant ${grant.id}).`,
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
    empty: 'No endorsements. `assay endorse <ns/tool>` makes one.',
  });
}

async function removeEndorsement(context: Context<object>, id: string) {
  await (await context.assay()).endorsements.delete(id, context.request);
  return outcome({ data: null, text: () => `Withdrawn: endorsement ${id}.` });
}

async function createOrganisation(context: Context<object>, name: string) {
  const organisation = await (await context.assay()).organisations.create({ name }, context.request);
  return outcome({ data: organisation, text: (data) => `Created organisation ${data.name}.` });
}

function addKeyCommands(program: Command, host: Host): void {
  const keys = program.command('keys').description('API keys');
  add(keys, 'list', 'List keys: your own, or all for an administrator', ['keys list'], { isDefault: true })
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(listKeys));
  add(keys, 'create <name>', 'Create a key for a principal; it is printed once', [
    'keys create planner --kind agent --role caller --expires 30d',
  ])
    .addOption(new Option('--kind <kind>', 'what the principal is').choices(kinds).default('agent'))
    .addOption(new Option('--role <role>', 'a set of scopes').choices(roles))
    .option('--scope <scopes>', 'single scopes (commas, or repeat it)', listed)
    .option('--namespace <names>', 'narrow the key to these (commas, or repeat it)', listed)
    .option('--organisation <name>', "another than your own (an administrator's)")
    .option('--expires <when>', 'a date, or a time from now such as 30d')
    .action(host.does(createKey));
  add(keys, 'revoke <id>', 'Revoke a key at once', ['keys revoke 0198f2a0-…']).action(host.does(revokeKey));
}

function addGrantCommands(program: Command, host: Host): void {
  const grants = program.command('grants').description('Who besides its owners may call a tool');
  add(grants, 'list', 'List the grants your organisation gave', ['grants list'], { isDefault: true })
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(listGrants));
  add(grants, 'create', 'Let a principal or organisation call a tool or capability', [
    'grants create --principal planner --tool acme/orders.create',
  ])
    .option('--principal <name>', 'of your organisation')
    .option('--organisation <name>', 'a whole organisation')
    .option('--tool <tool>', 'namespace/tool', qualifiedName)
    .option('--capability <tag>', 'every tool with this capability')
    .action(host.does(createGrant));
  add(grants, 'remove <id>', 'Withdraw a grant', ['grants remove 0198f2a0-…']).action(host.does(removeGrant));
}

function addEndorsementCommands(program: Command, host: Host): void {
  add(program, 'endorse', 'Let your organisation call a tool at any stage', ['endorse acme/orders.create'])
    .argument('<tool>', 'namespace/tool', qualifiedName)
    .option('--organisation <name>', 'another than your own')
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

/** Who is calling, and who may. */
export function addAccessCommands(program: Command, host: Host): void {
  add(program, 'me', 'Say who you are to the server', ['me']).alias('whoami').action(host.does(me));
  addKeyCommands(program, host);
  addGrantCommands(program, host);
  addEndorsementCommands(program, host);
  const organisations = program.command('organisations').description('Tenants of the installation');
  add(organisations, 'create <name>', 'Create an organisation', ['organisations create acme']).action(
    host.does(createOrganisation),
  );
}
