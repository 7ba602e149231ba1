import type { Assay, RegistryServerView, RegistryStatusBody, ServerVerdict } from '@assay/sdk';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, type PageOptions, whole } from '../input/options.js';
import { readJsonObject } from '../input/read-json.js';
import { listOutcome } from '../output/list.js';
import type { Page } from '../output/page.js';
import { pairs } from '../output/table.js';
import { brief, plural } from '../output/text.js';

interface Target {
  readonly name: string;
  readonly version: string | undefined;
}

/** `com.example/server` or `com.example/server@1.0.0`. */
function target(value: string): Target {
  const [, name, version] = /^([^/@\s]+\/[^/@\s]+)(?:@(.+))?$/.exec(value) ?? [];
  if (name === undefined)
    throw new InvalidArgumentError(
      'It must be namespace/name or namespace/name@version, such as com.example/server@1.0.0.',
    );
  return { name, version };
}

interface Official {
  readonly status?: string;
  readonly statusMessage?: string;
  readonly publishedAt?: string;
  readonly updatedAt?: string;
  readonly isLatest?: boolean;
}

interface Own {
  readonly origin?: string;
  readonly revocation?: { readonly reason: string; readonly revokedAt: string };
  readonly tools?: readonly {
    readonly name: string;
    readonly version: string;
    readonly stage: string;
    readonly trust: { readonly score: number };
  }[];
}

const officialOf = ({ _meta }: RegistryServerView): Official =>
  (_meta?.['io.modelcontextprotocol.registry/official'] ?? {}) as Official;
const ownOf = ({ _meta }: RegistryServerView): Own => (_meta?.['io.assay/registry'] ?? {}) as Own;

function serverText(view: RegistryServerView, page: Page): string {
  const { server } = view;
  const { status = 'active', statusMessage, publishedAt, updatedAt, isLatest } = officialOf(view);
  const { origin, revocation, tools = [] } = ownOf(view);
  const facts = pairs(page, [
    ['status', `${status}${isLatest ? ', the latest' : ''}${statusMessage ? `: ${statusMessage}` : ''}`],
    ['published', publishedAt],
    ['updated', updatedAt],
    ['revoked', revocation && `${revocation.revokedAt}: ${revocation.reason}`],
    ['mirror', origin],
    ['remotes', server.remotes?.map(({ type, url }) => `${url} (${type})`).join('\n')],
    [
      'packages',
      server.packages
        ?.map((it) => `${it.registryType}:${it.identifier}${it.version ? `@${it.version}` : ''}`)
        .join('\n'),
    ],
    [
      'tools',
      tools.map((it) => `${it.name}@${it.version} (${it.stage}, trust ${it.trust.score.toFixed(2)})`).join('\n'),
    ],
  ]);
  return [page.bold(`${server.name}@${server.version}`), server.description, facts].join('\n');
}

interface ListOptions extends PageOptions {
  readonly all?: boolean;
  readonly deleted?: boolean;
}

async function list(context: Context<ListOptions>, search?: string) {
  const { limit, cursor, all, deleted } = context.options;
  const query = { search, limit, ...(all ? {} : { version: 'latest' }), ...(deleted && { includeDeleted: true }) };
  const page = await (await context.assay()).mcpRegistry.list(query, context.request).page(cursor);
  return listOutcome(page, {
    headings: ['NAME', 'VERSION', 'STATUS', 'DESCRIPTION'],
    row: (view) => [
      view.server.name,
      view.server.version,
      officialOf(view).status ?? 'active',
      brief(view.server.description, 100),
    ],
    empty: 'No matching server. Publish one with: assay registry publish <server.json>',
  });
}

async function show(context: Context<object>, { name, version }: Target) {
  const view = await (await context.assay()).mcpRegistry.show(name, version, context.request);
  return outcome<RegistryServerView>({ data: view, text: serverText });
}

async function publish(context: Context<object>, file: string) {
  const server = await readJsonObject(context.io, file);
  const view = await (await context.assay()).mcpRegistry.publish(server, context.request);
  return outcome<RegistryServerView>({
    data: view,
    text: (it, page) =>
      `${page.good('Published')} ${page.bold(`${it.server.name}@${it.server.version}`)} for everyone.`,
    notes: ({ server: { name } }) => [`Next: assay registry show ${name}`],
  });
}

const verdictText = ({ valid, issues }: ServerVerdict, page: Page): string =>
  [
    valid ? page.good('This can be published.') : page.bad('This cannot be published yet.'),
    ...issues.map(({ severity, path, message }) => `  ${severity} ${path || '(whole)'}: ${message}`),
  ].join('\n');

async function validate(context: Context<object>, file: string) {
  const server = await readJsonObject(context.io, file);
  const verdict = await (await context.assay()).mcpRegistry.validate(server, context.request);
  return outcome<ServerVerdict>({ data: verdict, failed: !verdict.valid, text: verdictText });
}

const changed = (
  assay: Assay,
  { name, version }: Target,
  body: RegistryStatusBody,
  request: { signal: AbortSignal },
) =>
  version === undefined
    ? assay.mcpRegistry.setStatusOfAll(name, body, request)
    : assay.mcpRegistry.setStatus(name, version, body, request).then((view) => [view]);

async function setStatus(context: Context<{ message?: string }>, about: Target, status: RegistryStatusBody['status']) {
  const { message } = context.options;
  const body = { status, ...(message !== undefined && { statusMessage: message }) };
  const views = await changed(await context.assay(), about, body, context.request);
  return outcome<RegistryServerView[]>({
    data: views,
    text: (it, page) => `${page.good(status)}: ${plural(it.length, 'version')} of ${about.name}.`,
  });
}

export function addRegistryCommands(program: Command, host: Host): void {
  const registry = program.command('registry').description('Servers in the official MCP Registry API');
  add(registry, 'list [search]', 'List servers, or search by name', ['registry list', 'registry list weather --all'], {
    isDefault: true,
  })
    .option('--all', 'all versions, not only the latest')
    .option('--deleted', 'include deleted and revoked servers')
    .option('--limit <number>', 'servers per page, at most 100', whole(1, 100), 30)
    .addOption(cursorOption())
    .action(host.does(list));
  add(registry, 'show', 'Show a server: the latest version, or a given one', [
    'registry show com.example/weather',
    'registry show com.example/weather@1.2.0',
  ])
    .addArgument(new Argument('<server>', 'namespace/name or namespace/name@version').argParser(target))
    .action(host.does(show));
  add(registry, 'publish <server.json>', 'Publish a version of a server (a JSON file, or - for stdin)', [
    'registry publish server.json',
  ]).action(host.does(publish));
  add(registry, 'validate <server.json>', 'Validate a server.json: every problem and warning', [
    'registry validate server.json',
  ]).action(host.does(validate));
  add(registry, 'status', 'Change the status of one version, or of all', [
    'registry status com.example/weather@1.2.0 deprecated --message "use 2.0.0"',
    'registry status com.example/weather deleted',
  ])
    .addArgument(new Argument('<server>', 'namespace/name or namespace/name@version').argParser(target))
    .addArgument(new Argument('<status>', 'the new status').choices(['active', 'deprecated', 'deleted']))
    .option('--message <text>', 'reason, or what to use instead')
    .action(host.does(setStatus));
}
