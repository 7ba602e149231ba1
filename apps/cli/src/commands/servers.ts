import type { ChangeServer, ServerView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { type AddressOptions, grpcAddress, httpAddress, mcpAddress } from '../input/address.js';
import { type IsolationOptions, isolating, isolationOf } from '../input/isolation-option.js';
import { pair, qualifiedName } from '../input/options.js';
import { isolationText } from '../output/isolation.js';
import type { Page } from '../output/page.js';
import { pairs } from '../output/table.js';
import { addList } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

interface AddOptions extends AddressOptions, IsolationOptions {
  readonly http?: boolean;
  readonly grpc?: boolean;
  readonly query?: Readonly<Record<string, string>>;
  readonly stateless?: boolean;
}

/** Where a server is: an address, or a command. */
function addressOf({ mcp, http, grpc }: ServerView): string {
  if (mcp === undefined) return http?.url ?? grpc?.address ?? '';
  return 'url' in mcp ? mcp.url : [mcp.command, ...mcp.args].join(' ');
}

function serverText(server: ServerView, page: Page): string {
  const { name, mcp, http, grpc, stateless, health, createdAt, updatedAt } = server;
  const process = mcp && 'command' in mcp ? mcp : undefined;
  const remote = http ?? (mcp && 'url' in mcp ? mcp : undefined);
  return pairs(page, [
    ['server', page.bold(name)],
    ['protocol', grpc ? 'grpc' : http ? 'http' : 'mcp'],
    [process ? 'command' : 'address', addressOf(server)],
    ['headers', remote?.headers.join(', ')],
    ['query', http?.query.join(', ')],
    ['document', http?.openapi ?? undefined],
    ['metadata', grpc?.metadata.join(', ')],
    ['described by', grpc && (grpc.reflection ? 'itself (server reflection)' : 'an uploaded descriptor set')],
    ['environment', process?.env.join(', ')],
    ['isolation', isolationText(server.isolation, page)],
    ['system calls', server.command?.systemCalls],
    [
      'stopped',
      server.refusals
        ?.slice(0, 5)
        .map(({ at, message }) => `${at} ${message}`)
        .join('\n'),
    ],
    ['packages', server.command?.packages.map((it) => `${it.name} ${it.version}`).join(', ')],
    ['confirmed', server.command && confirmedText(server.command)],
    ['not started', server.command?.problem ? page.bad(server.command.problem) : undefined],
    ['shared', process && (stateless ? 'one process for all callers' : 'one process per caller')],
    [
      'health',
      [health.state, health.since ? `since ${health.since}` : '', health.detail ?? ''].filter(Boolean).join(', '),
    ],
    ['created', createdAt],
    ['changed', updatedAt],
  ]);
}

const confirmedText = ({ confirmedBy, confirmedAt }: NonNullable<ServerView['command']>): string | undefined =>
  confirmedAt === null
    ? undefined
    : `${confirmedBy ? `by ${confirmedBy}` : 'registered before confirmation was required'}, ${confirmedAt}`;

async function show(context: Context<object>, name: string) {
  const server = await (await context.assay()).servers.show(name, context.request);
  return outcome<ServerView>({ data: server, text: serverText });
}

function newAddress(words: readonly string[], options: AddOptions) {
  if (options.grpc) return { grpc: grpcAddress(words, options) };
  return options.http ? { http: httpAddress(words, options) } : { mcp: mcpAddress(words, options) };
}

async function create(context: Context<AddOptions>, name: string, words: string[]) {
  const { http, grpc, stateless } = context.options;
  if (http && grpc) throw new UsageError('Give --http or --grpc, not both.');
  if (http && stateless)
    throw new UsageError('--stateless is for an MCP server: an HTTP API has no sessions to share.');
  if (grpc && stateless)
    throw new UsageError('--stateless is for an MCP server: a gRPC server has no sessions to share.');
  const address = newAddress(words, context.options);
  const body = { name, ...address, ...(stateless ? { stateless } : {}), ...isolationOf(context.options) };
  const server = await (await context.assay()).servers.create(body, fetching(context));
  return outcome<ServerView>({ data: server, text: serverText });
}

/** The address as it will be: what is not given stays, but credentials, which nobody can read back. */
function changedAddress(server: ServerView, words: readonly string[], options: AddOptions): ChangeServer {
  const { http, grpc } = server;
  if (grpc) {
    const address = grpcAddress(words.length > 0 ? words : [grpc.address], options);
    return { grpc: { ...address, ...(grpc.reflection ? {} : { reflection: false }) } };
  }
  if (http) {
    const address = httpAddress(words.length > 0 ? words : [http.url], options);
    return { http: { ...address, ...(http.openapi ? { openapi: http.openapi } : {}) } };
  }
  const { mcp } = server;
  const former = mcp === undefined ? [] : 'url' in mcp ? [mcp.url] : [mcp.command, ...mcp.args];
  return { mcp: mcpAddress(words.length > 0 ? words : former, options) };
}

const credentialsOf = ({ mcp, http, grpc }: ServerView): string[] => [
  ...(grpc?.metadata ?? []),
  ...(http?.headers ?? []),
  ...(http?.query ?? []),
  ...(mcp && 'url' in mcp ? mcp.headers : (mcp?.env ?? [])),
];

async function change(context: Context<AddOptions>, name: string, words: string[]) {
  const assay = await context.assay();
  const before = await assay.servers.show(name, context.request);
  const isolation = isolationOf(context.options);
  const { header, env, query, metadata } = context.options;
  const isIsolationAlone = 'isolation' in isolation && words.length === 0 && !(header || env || query || metadata);
  const address = isIsolationAlone ? {} : changedAddress(before, words, context.options);
  const server = await assay.servers.change(name, { ...address, ...isolation }, fetching(context));
  const kept = new Set(credentialsOf(server));
  const dropped = credentialsOf(before).filter((it) => !kept.has(it));
  const notes = () => (dropped.length > 0 ? [`No longer sent (not given again): ${dropped.join(', ')}`] : []);
  return outcome<ServerView>({ data: server, text: serverText, notes });
}

async function confirm(context: Context<object>, name: string) {
  const server = await (await context.assay()).servers.change(name, { confirm: true }, fetching(context));
  return outcome<ServerView>({ data: server, text: serverText });
}

/** Fetching the packages of a command may take minutes. */
const fetching = ({ request }: Context<object>) => ({ ...request, timeoutMs: 180_000 });

async function remove(context: Context<object>, name: string) {
  await (await context.assay()).servers.delete(name, context.request);
  return outcome({ data: null, text: () => `Removed ${name}.` });
}

export function addServerCommands(program: Command, host: Host): void {
  const group = program.command('servers').description('Upstream servers');
  addList(group, host, {
    route: 'listServers',
    description: 'List the servers of your namespaces',
    examples: ['servers list'],
    isDefault: true,
    layout: {
      headings: ['SERVER', 'HEALTH', 'ADDRESS'],
      row: (server) => [server.name, server.health.state, addressOf(server)],
      empty: 'No servers in your namespaces. Register one with: assay import mcp …',
    },
  });
  add(group, 'show', 'Show a server; its secrets stay hidden', ['servers show acme/orders'])
    .argument('<server>', 'namespace/server', qualifiedName)
    .action(host.does(show));
  const adding = add(group, 'add', 'Register a server without importing its tools', [
    'servers add acme/orders https://orders.example.com/mcp --header x-key=secret',
    'servers add acme/billing https://billing.example.com/v2 --http --header authorization="Bearer …"',
    'servers add acme/shop grpcs://shop.example.com:443 --grpc --metadata authorization="Bearer …"',
    'servers add acme/memory --stateless -- npx -y @modelcontextprotocol/server-memory',
  ])
    .argument('<server>', 'namespace/server', qualifiedName)
    .argument('[address...]', 'address, or -- and a command')
    .option('--http', 'the address is an HTTP API, not an MCP server')
    .option('--grpc', 'the address is a gRPC server, not an MCP server')
    .option('--metadata <name=value>', 'metadata for every call to a gRPC server (repeatable)', pair)
    .option('--header <name=value>', 'header for every request (repeatable)', pair)
    .option('--query <name=value>', 'query parameter for every request to an HTTP API (repeatable)', pair)
    .option('--env <name=value>', 'environment variable of the command (repeatable)', pair)
    .option('--stateless', 'share one process among all callers');
  isolating(adding).action(host.does(create));
  const changing = add(group, 'change', "Change a server's address, command or credentials; its tools are unchanged", [
    'servers change acme/billing --header authorization="Bearer …"',
    'servers change acme/billing https://billing.example.com/v3 --header authorization="Bearer …"',
    'servers change acme/memory --isolation network=none --isolation folder=/srv/notes:rw',
  ])
    .argument('<server>', 'namespace/server', qualifiedName)
    .argument('[address...]', 'address, or -- and a command (default: unchanged)')
    .option('--header <name=value>', 'header for every request (repeatable); replaces existing headers', pair)
    .option('--metadata <name=value>', 'metadata for every call to a gRPC server (repeatable)', pair)
    .option('--query <name=value>', 'query parameter for every request to an HTTP API (repeatable)', pair)
    .option('--env <name=value>', 'environment variable of the command (repeatable)', pair);
  isolating(changing).action(host.does(change));
  add(group, 'confirm', "Confirm a server's command so that it may be started", ['servers confirm acme/memory'])
    .argument('<server>', 'namespace/server', qualifiedName)
    .action(host.does(confirm));
  add(group, 'remove', 'Remove a server that no tool uses', ['servers remove acme/orders'])
    .argument('<server>', 'namespace/server', qualifiedName)
    .action(host.does(remove));
}
