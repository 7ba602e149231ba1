import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { type ClientName, clientNames, clientSetups } from '../connect/client-setups.js';
import { joinJson } from '../connect/join-json.js';
import { qualifiedName } from '../input/options.js';
import { UsageError } from '../usage-error.js';

interface ConnectOptions {
  readonly client: ClientName;
  readonly toolset?: string;
  readonly server?: string;
  readonly name?: string;
  readonly write?: boolean;
}

interface Connected {
  readonly client: ClientName;
  readonly url: string;
  readonly file: string;
  readonly content: unknown;
  readonly written: boolean;
}

/** What a client is pointed at: the gateway, a toolset, or a whole server. */
function edgeOf({ toolset, server, name }: ConnectOptions): { name: string; path: string } {
  if (toolset !== undefined && server !== undefined) throw new UsageError('Give either --toolset or --server.');
  if (toolset !== undefined) return { name: name ?? toolset, path: `/mcp/toolsets/${encodeURIComponent(toolset)}` };
  if (server === undefined) return { name: name ?? 'assay', path: '/mcp' };
  return { name: name ?? (server.split('/')[1] as string), path: `/mcp/servers/${server}` };
}

async function connect(context: Context<ConnectOptions>) {
  const { io, options } = context;
  const { url } = await context.session();
  const edge = edgeOf(options);
  const setup = clientSetups[options.client];
  if (setup.stdio && options.server !== undefined)
    throw new UsageError(
      `${setup.title} starts a command, which can only serve tools: choose another client for --server.`,
    );
  const content = setup.content({ ...edge, url: `${url}${edge.path}`, origin: url, toolset: options.toolset });
  const written = options.write === true;
  if (written && setup.format !== 'json')
    throw new UsageError(`${setup.file} is not valid JSON: add the printed configuration yourself.`);
  const file = written ? await joinJson(io, setup.file, content as Record<string, unknown>) : setup.file;
  return outcome<Connected>({
    data: { client: options.client, url: `${url}${edge.path}`, file, content, written },
    text: (it) =>
      written ? `Written to ${it.file}.` : setup.format === 'json' ? JSON.stringify(content, null, 2) : String(content),
    notes: () => [
      ...(written ? [] : [`For ${setup.title}: ${setup.where}`]),
      ...(setup.key === undefined ? [] : [setup.key]),
    ],
  });
}

export function addConnectCommand(program: Command, host: Host): void {
  add(program, 'connect', 'Print MCP client configuration for the gateway, a toolset or a server', [
    'connect',
    'connect --client cursor --toolset desk',
    'connect --client vscode --server acme/orders --write',
  ])
    .addOption(new Option('--client <client>', 'which client').choices(clientNames).default('json'))
    .option('--toolset <name>', "serve a toolset's tools as plain MCP tools")
    .option('--server <server>', 'pass through a registered server: namespace/server', qualifiedName)
    .option('--name <name>', 'what the client calls it')
    .option('--write', "merge it into the client's configuration file in this folder")
    .action(host.does(connect));
}
