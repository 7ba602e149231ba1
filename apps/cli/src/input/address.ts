import type { GrpcAddress, HttpAddress, McpAddress } from '@assay/sdk';
import { UsageError } from '../usage-error.js';

export interface AddressOptions {
  readonly header?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** One http(s) address, or a command with its arguments, as both are written behind `import mcp` and `servers add`. */
export function mcpAddress(words: readonly string[], options: AddressOptions): McpAddress {
  const [head, ...rest] = words;
  if (options.query) throw new UsageError('--query is for an HTTP API: give --http too.');
  if (options.metadata) throw new UsageError('--metadata is for a gRPC server: give --grpc too.');
  if (head === undefined)
    throw new UsageError('Give the address of an MCP server, or -- and the command that starts one.');
  if (/^https?:\/\//i.test(head)) {
    if (rest.length > 0) throw new UsageError(`Unexpected argument after ${head}.`);
    if (options.env) throw new UsageError('--env is for a command; an address takes --header.');
    return { url: head, ...(options.header ? { headers: options.header } : {}) };
  }
  if (options.header) throw new UsageError('--header is for an address; a command takes --env.');
  return { command: head, ...(rest.length > 0 ? { args: rest } : {}), ...(options.env ? { env: options.env } : {}) };
}

/** The base address of an HTTP API, with the credentials of its every call. */
export function httpAddress(words: readonly string[], { header, query, env, metadata }: AddressOptions): HttpAddress {
  const [url, ...rest] = words;
  if (url === undefined || rest.length > 0 || !/^https?:\/\//i.test(url))
    throw new UsageError(
      'Give the base address of the HTTP API, such as https://api.example.com/v2, and nothing more.',
    );
  if (env) throw new UsageError('--env is for a command; an address takes --header.');
  if (metadata) throw new UsageError('--metadata is for a gRPC server; an HTTP API takes --header.');
  return { url, ...(header ? { headers: header } : {}), ...(query ? { query } : {}) };
}

/** The address of a gRPC server, with the metadata of its every call. */
export function grpcAddress(words: readonly string[], { header, query, env, metadata }: AddressOptions): GrpcAddress {
  const [address, ...rest] = words;
  if (address === undefined || rest.length > 0)
    throw new UsageError(
      'Give the address of the gRPC server, such as grpcs://shop.example.com:443, and nothing more.',
    );
  if (header || query || env)
    throw new UsageError('A gRPC server takes --metadata; leave --header, --query and --env out.');
  return { address, ...(metadata ? { metadata } : {}) };
}
