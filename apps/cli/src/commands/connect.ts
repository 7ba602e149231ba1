import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { type ClientKey, clientKey, type NoKey } from '../connect/client-key.js';
import { type ClientName, type ClientSetup, clientNames, clientSetups } from '../connect/client-setups.js';
import { joinJson } from '../connect/join-json.js';
import { qualifiedName } from '../input/options.js';
import { UsageError } from '../usage-error.js';

interface ConnectOptions {
  readonly client: ClientName;
  readonly toolset?: string;
  readonly server?: string;
  readonly name?: string;
  readonly write?: boolean;
  readonly agent?: string;
  /** False for `--no-make-key`. */
  readonly makeKey?: boolean;
}

interface Connected {
  readonly client: ClientName;
  readonly url: string;
  readonly file: string;
  readonly content: unknown;
  readonly written: boolean;
  /** The client's own key; null when none was made. */
  readonly key: { readonly principal: string; readonly file: string; readonly made: boolean } | null;
}

/** What a client is pointed at: the gateway, a toolset, or a whole server. */
function edgeOf({ toolset, server, name }: ConnectOptions): { name: string; path: string } {
  if (toolset !== undefined && server !== undefined) throw new UsageError('Give either --toolset or --server.');
  if (toolset !== undefined) return { name: name ?? toolset, path: `/mcp/toolsets/${encodeURIComponent(toolset)}` };
  if (server === undefined) return { name: name ?? 'assay', path: '/mcp' };
  return { name: name ?? (server.split('/')[1] as string), path: `/mcp/servers/${server}` };
}

/** How the client gets its key, and whose key that is. */
function keyNotes({ title, key: way }: ClientSetup, key: ClientKey | NoKey): string[] {
  const { principal } = key;
  if ('why' in key)
    return [
      `No key was made for ${title}: ${key.why}`,
      `It needs one of kind agent: assay keys create ${principal} --kind agent --role caller`,
      `Give it to ${title} ${way === 'prompt' ? 'when it asks' : 'as ASSAY_API_KEY'}; do not use your own key.`,
    ];
  const made = key.made ? 'Made' : 'Uses';
  const ways = {
    file: `${title} reads it from there.`,
    prompt: `${title} asks for it when it first connects: paste what that file contains.`,
    environment: `Start ${title} with it: export ASSAY_API_KEY="$(cat ${quoted(key.file)})"`,
  };
  return [
    `${made} the key of agent "${principal}", which may find and call tools: ${key.file}`,
    ways[way],
    'It can call what your organisation has endorsed: assay endorse <tool>',
  ];
}

const quoted = (path: string): string => (/^[\w/.:@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

const notMade = (principal: string): NoKey => ({ principal, why: '--no-make-key was given.' });

async function connect(context: Context<ConnectOptions>) {
  const { io, options } = context;
  const { url } = await context.session();
  const edge = edgeOf(options);
  const setup: ClientSetup = clientSetups[options.client];
  const written = options.write === true;
  if (setup.stdio && options.server !== undefined)
    throw new UsageError(
      `${setup.title} starts a command, which can only serve tools: choose another client for --server.`,
    );
  if (written && setup.format !== 'json')
    throw new UsageError(`${setup.file} is not valid JSON: add the printed configuration yourself.`);
  const principal = options.agent ?? setup.agent ?? options.client;
  const key = options.makeKey === false ? notMade(principal) : await clientKey(context, principal);
  const keyFile = 'file' in key ? key.file : undefined;
  // Without its key, a client signs in while it connects.
  const at = { ...edge, url: `${url}${edge.path}?auth=required`, origin: url, toolset: options.toolset };
  const content = setup.content({ ...at, program: io.program, keyFile });
  const file = written ? await joinJson(io, setup.file, content as Record<string, unknown>) : setup.file;
  return outcome<Connected>({
    data: { client: options.client, url: at.url, file, content, written, key: 'file' in key ? key : null },
    text: () =>
      written ? `Written to ${file}.` : setup.format === 'json' ? JSON.stringify(content, null, 2) : String(content),
    notes: () => [...(written ? [] : [`For ${setup.title}: ${setup.where}`]), ...keyNotes(setup, key)],
  });
}

export function addConnectCommand(program: Command, host: Host): void {
  add(program, 'connect', 'Connect an MCP client to the gateway, a toolset or a server, with a key of its own', [
    'connect',
    'connect --client cursor --toolset desk',
    'connect --client vscode --server acme/orders --write',
  ])
    .addOption(new Option('--client <client>', 'which client').choices(clientNames).default('json'))
    .option('--toolset <name>', "serve a toolset's tools as plain MCP tools")
    .option('--server <server>', 'pass through a registered server: namespace/server', qualifiedName)
    .option('--name <name>', 'what the client calls it')
    .option('--agent <name>', "name of the agent whose key the client gets (default: the client's name)")
    .option('--no-make-key', 'do not make a key')
    .option('--write', "merge it into the client's configuration file in this folder")
    .action(host.does(connect));
}
