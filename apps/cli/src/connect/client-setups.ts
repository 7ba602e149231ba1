/** What a client shall be pointed at. */
export interface Edge {
  /** What the client calls it. */
  readonly name: string;
  /** The MCP address. */
  readonly url: string;
  /** The server's own address. */
  readonly origin: string;
  readonly toolset: string | undefined;
  /** Starts the command line in use from any folder. */
  readonly program: readonly [string, ...string[]];
  /** Where the client's own key is; undefined when none was made. */
  readonly keyFile: string | undefined;
}

export interface ClientSetup {
  readonly title: string;
  /** Where it goes, from the folder one is in. */
  readonly file: string;
  /** The same in words. */
  readonly where: string;
  readonly format: 'json' | 'toml';
  /** The client starts `assay mcp` instead of connecting itself. */
  readonly stdio: boolean;
  /** What its agent is called, where the client's name says too little. */
  readonly agent?: string;
  /** How the client gets its key, which is never written into its configuration. */
  readonly key: 'environment' | 'prompt' | 'file';
  content(edge: Edge): unknown;
}

/** How a client's file names a value that is put in when it is read. */
const filledIn = (name: string): string => `\${${name}}`;

const bearer = (variable: string) => ({ Authorization: `Bearer ${variable}` });

/** One entry under `mcpServers`, which most clients read. */
const mcpServers = ({ name }: Edge, entry: object) => ({ mcpServers: { [name]: entry } });

/** How clients are configured for an MCP server, according to their documentation. */
export const clientSetups = {
  json: {
    title: 'any client that reads mcpServers',
    agent: 'mcp-client',
    file: 'mcp.json',
    where: "add it to the client's server configuration",
    format: 'json',
    stdio: false,
    key: 'environment',
    content: (edge) => mcpServers(edge, { type: 'http', url: edge.url, headers: bearer(filledIn('ASSAY_API_KEY')) }),
  },
  'claude-code': {
    title: 'Claude Code',
    file: '.mcp.json',
    where: "add it to the project's .mcp.json",
    format: 'json',
    stdio: false,
    key: 'environment',
    content: (edge) => mcpServers(edge, { type: 'http', url: edge.url, headers: bearer(filledIn('ASSAY_API_KEY')) }),
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    file: 'claude_desktop_config.json',
    where: 'add it to claude_desktop_config.json (Settings, Developer, Edit Config)',
    format: 'json',
    stdio: true,
    key: 'file',
    content: (edge) =>
      mcpServers(edge, {
        command: edge.program[0],
        args: [
          ...edge.program.slice(1),
          'mcp',
          '--url',
          edge.origin,
          ...(edge.keyFile === undefined ? [] : ['--api-key-file', edge.keyFile]),
          ...(edge.toolset === undefined ? [] : ['--toolset', edge.toolset]),
        ],
      }),
  },
  cursor: {
    title: 'Cursor',
    file: '.cursor/mcp.json',
    where: "add it to the project's .cursor/mcp.json",
    format: 'json',
    stdio: false,
    key: 'environment',
    content: (edge) => mcpServers(edge, { url: edge.url, headers: bearer(filledIn('env:ASSAY_API_KEY')) }),
  },
  vscode: {
    title: 'VS Code',
    file: '.vscode/mcp.json',
    where: "add it to the workspace's .vscode/mcp.json",
    format: 'json',
    stdio: false,
    key: 'prompt',
    content: ({ name, url }) => ({
      inputs: [{ type: 'promptString', id: 'assay-key', description: 'Assay API key', password: true }],
      servers: { [name]: { type: 'http', url, headers: bearer(filledIn('input:assay-key')) } },
    }),
  },
  gemini: {
    title: 'Gemini CLI',
    file: '.gemini/settings.json',
    where: "add it to the project's .gemini/settings.json",
    format: 'json',
    stdio: false,
    key: 'environment',
    content: (edge) => mcpServers(edge, { httpUrl: edge.url, headers: bearer('$ASSAY_API_KEY') }),
  },
  codex: {
    title: 'Codex',
    file: '~/.codex/config.toml',
    where: 'add it to ~/.codex/config.toml',
    format: 'toml',
    stdio: false,
    key: 'environment',
    content: ({ name, url }) =>
      [
        `[mcp_servers.${JSON.stringify(name)}]`,
        `url = ${JSON.stringify(url)}`,
        'bearer_token_env_var = "ASSAY_API_KEY"',
      ].join('\n'),
  },
} as const satisfies Record<string, ClientSetup>;

export type ClientName = keyof typeof clientSetups;

export const clientNames = Object.keys(clientSetups) as ClientName[];
