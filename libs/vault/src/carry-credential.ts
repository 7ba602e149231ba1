import type { Server } from '@assay/registry';
import type { Credential } from './credential.js';

/**
 * A server's record for one call that carries a credential: the record's own credentials (authorization, cookies, a
 * name and password in the address) are removed, so that the gateway never signs in for the caller; for the same name
 * the credential's value is used. A text states why the credential cannot be sent to such a server.
 */
export function carryCredential(server: Server, credential: Credential): Server | string {
  const { mcp, http, grpc } = server;
  if (mcp !== null && !('url' in mcp)) return withVariables(server, mcp, credential);
  if (Object.keys(credential.env).length > 0)
    return 'the connection is an environment variable, but the server is not a command';
  if (mcp !== null) {
    const url = new URL(mcp.url);
    url.username = '';
    url.password = '';
    for (const [name, value] of Object.entries(credential.query)) url.searchParams.set(name, value);
    return { ...server, mcp: { ...mcp, url: url.href, headers: merged(mcp.headers, credential.headers) } };
  }
  if (http !== null) {
    const headers = merged(http.headers, credential.headers);
    return { ...server, http: { ...http, headers, query: { ...http.query, ...credential.query } } };
  }
  if (grpc === null) return server;
  if (Object.keys(credential.query).length > 0) return noQueryInGrpc;
  return { ...server, grpc: { ...grpc, metadata: merged(grpc.metadata, credential.headers) } };
}

type Command = Exclude<NonNullable<Server['mcp']>, { url: string }>;

/**
 * A variable can change what a process does, so that only those the server's owner has named in its record, if with an
 * empty value, are set to what a caller gives.
 */
function withVariables(server: Server, mcp: Command, { env }: Credential): Server | string {
  const names = Object.keys(env);
  if (names.length === 0)
    return 'the server is started by command and takes credentials as variables: give an API key with "in": "env"';
  const known = Object.keys(mcp.env ?? {});
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    return `the server's record names no variable "${unknown}"${known.length > 0 ? `, only ${known.join(', ')}` : ''}`;
  return { ...server, mcp: { ...mcp, env: { ...mcp.env, ...env } } };
}

export const noQueryInGrpc = 'a gRPC call has no query parameters to carry it in';

const signsIn = /^(?:authorization|cookie)$/i;

function merged(own: Readonly<Record<string, string>> = {}, carried: Readonly<Record<string, string>>) {
  const names = new Set(Object.keys(carried).map((it) => it.toLowerCase()));
  const kept = Object.entries(own).filter(([name]) => !signsIn.test(name) && !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...carried };
}
