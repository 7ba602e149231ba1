import type { CreateImport } from '@assay/sdk';

type Source = CreateImport['source'];

export interface NamedSource {
  /** Absent: the upstream's own name. */
  readonly server?: string;
  readonly source: Source;
}

export const sourceKinds = {
  address: 'MCP address',
  command: 'Command',
  file: 'mcp.json',
  openapi: 'OpenAPI',
} as const;
export type SourceKind = keyof typeof sourceKinds;

export class SourceError extends Error {
  override name = 'SourceError';
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Words of a command line; quotes keep blanks together. */
export function wordsOf(line: string): string[] {
  const words: string[] = [];
  for (const [, double, single, plain] of line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g))
    words.push(double ?? single ?? plain ?? '');
  return words;
}

function ofCommand(line: string): Source {
  const [command, ...args] = wordsOf(line);
  if (command === undefined)
    throw new SourceError('Enter a command, such as: npx -y @modelcontextprotocol/server-memory');
  return { mcp: { command, args } };
}

const localName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63);

/** One entry of a client's file: an address or a command. */
function ofEntry(name: string, entry: unknown): NamedSource {
  if (!isObject(entry)) throw new SourceError(`"${name}" is not an object.`);
  const server = localName(name);
  const url = [entry.url, entry.httpUrl, entry.serverUrl].find((it) => typeof it === 'string');
  const { command, args = [], env, headers } = entry;
  if (typeof url === 'string')
    return {
      server,
      source: { mcp: { url, ...(isObject(headers) && { headers: headers as Record<string, string> }) } },
    };
  if (typeof command !== 'string') throw new SourceError(`"${name}" has neither a url nor a command.`);
  const mcp = { command, args: args as string[], ...(isObject(env) && { env: env as Record<string, string> }) };
  return { server, source: { mcp } };
}

/** Every server of a client's configuration: `mcpServers` of most clients, `servers` of VS Code. */
export function ofClientFile(text: string): NamedSource[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new SourceError('This is not valid JSON.');
  }
  const listed = isObject(file) ? [file.mcpServers, file.servers].find(isObject) : undefined;
  if (listed === undefined) throw new SourceError('It has no "mcpServers" and no "servers".');
  const sources = Object.entries(listed).map(([name, entry]) => ofEntry(name, entry));
  if (sources.length === 0) throw new SourceError('It lists no server.');
  return sources;
}

function ofOpenApi(text: string): Source {
  const trimmed = text.trim();
  return { openapi: /^https?:\/\/\S+$/.test(trimmed) ? { url: trimmed } : { document: trimmed } };
}

/** What a person entered, as sources to import. @throws SourceError */
export function readSources(kind: SourceKind, text: string): NamedSource[] {
  if (text.trim() === '') throw new SourceError('Nothing is entered yet.');
  if (kind === 'file') return ofClientFile(text);
  if (kind === 'command') return [{ source: ofCommand(text) }];
  if (kind === 'openapi') return [{ source: ofOpenApi(text) }];
  return [{ source: { mcp: { url: text.trim() } } }];
}
