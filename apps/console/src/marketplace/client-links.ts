/** How one client is configured for a server. Nothing here contains a key: clients sign in when they connect. */
export interface ClientLink {
  readonly client: string;
  /** Opens the client with the server filled in, where the client has such an address. */
  readonly link?: string;
  /** A command for a terminal. */
  readonly command?: string;
  /** The file that the configuration belongs in. */
  readonly file?: string;
  readonly configuration?: string;
  readonly note?: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Base64 of UTF-8 text, encoded for an address. */
const base64 = (text: string): string =>
  encodeURIComponent(btoa(String.fromCharCode(...new TextEncoder().encode(text))));

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Links, commands and configuration for the clients people use, for a server with this name and MCP address. */
export function clientLinks(name: string, url: string): readonly ClientLink[] {
  const http = { type: 'http', url };
  return [
    {
      client: 'Claude',
      command: `claude mcp add --transport http ${quoted(name)} ${quoted(url)}`,
      file: '.mcp.json of a project',
      configuration: json({ mcpServers: { [name]: http } }),
      note: 'In the Claude apps: Settings, Connectors, Add custom connector, with the address below.',
    },
    {
      client: 'Cursor',
      link: `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${base64(JSON.stringify({ url }))}`,
      file: '.cursor/mcp.json',
      configuration: json({ mcpServers: { [name]: { url } } }),
    },
    {
      client: 'VS Code',
      link: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...http }))}`,
      file: '.vscode/mcp.json',
      configuration: json({ servers: { [name]: http } }),
    },
    {
      client: 'Codex',
      command: `codex mcp add ${quoted(name)} --url ${quoted(url)}`,
      file: '~/.codex/config.toml',
      configuration: `[mcp_servers.${JSON.stringify(name)}]\nurl = ${JSON.stringify(url)}`,
    },
    {
      client: 'Gemini',
      command: `gemini mcp add --transport http ${quoted(name)} ${quoted(url)}`,
      file: '.gemini/settings.json',
      configuration: json({ mcpServers: { [name]: { httpUrl: url } } }),
    },
  ];
}
