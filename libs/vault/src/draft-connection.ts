import type { ConnectionCredential, CreateConnection } from '@assay/contracts';
import { type Caller, type Directory, hasScope, owns, reaches, seesNamespace } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { type Catalogue, isFreeHeader, type Server, visibleVersions } from '@assay/registry';
import type { ConnectionSecret } from './connection.js';
import { originOf, startsCommand } from './origin-of.js';

/** What a connection is made for. */
export interface Target {
  readonly server: Server | null;
  readonly origin: string;
  readonly namespaces: readonly string[];
  readonly grantedTo: readonly string[];
}

interface DraftPorts {
  readonly directory: Directory;
  readonly catalogue: Catalogue;
}

/** Whom and what a new connection is for, as far as the caller may say so. */
export function targetFor(caller: Caller, body: CreateConnection, ports: DraftPorts): Result<Target, Failure> {
  if (caller.principalId === null || caller.organisationId === null)
    return fail('unauthenticated', 'Connections require authentication: sign in.');
  if (body.shared === true && !(hasScope(caller, 'admin') && caller.namespaces === null))
    return fail(
      'forbidden',
      'Sharing a connection needs the scope admin and a key that is not narrowed to namespaces.',
    );
  const grantedTo = idsOf(body.principals ?? [], caller.organisationId, ports.directory);
  if (!grantedTo.ok) return grantedTo;
  if (body.server === undefined) return originTarget(caller, body, grantedTo.value, ports);
  const server = seenServer(caller, body.server, ports);
  if (server === undefined) return fail('not_found', `No server "${body.server}", or no tool of it that you may see.`);
  const problem = narrowed(caller, [server.namespace]) ?? unfit(body.credential, server);
  if (problem !== undefined) return problem;
  return ok({ server, origin: originOf(server), namespaces: [], grantedTo: grantedTo.value });
}

function originTarget(
  caller: Caller,
  { origin, namespaces = [], credential }: CreateConnection,
  grantedTo: readonly string[],
  { directory }: DraftPorts,
): Result<Target, Failure> {
  const unseen = namespaces.findIndex((name) => {
    const namespace = directory.namespace(name);
    return namespace === undefined || !seesNamespace(caller, namespace);
  });
  if (unseen >= 0)
    return fail('not_found', `No namespace "${namespaces[unseen]}".`, {
      issues: [{ path: `/namespaces/${unseen}`, message: 'is not a namespace visible to you' }],
    });
  const problem = narrowed(caller, namespaces) ?? unfit(credential, null);
  return problem ?? ok({ server: null, origin: origin as string, namespaces: [...new Set(namespaces)], grantedTo });
}

/** What a key that is narrowed to namespaces may not do for others. */
function narrowed(caller: Caller, namespaces: readonly string[]): Result<never, Failure> | undefined {
  const other = namespaces.find((it) => !reaches(caller, it));
  return other === undefined
    ? undefined
    : fail('forbidden', `Your key is restricted to other namespaces: use one that reaches "${other}".`);
}

function idsOf(names: readonly string[], organisationId: string, directory: Directory): Result<string[], Failure> {
  const ids = names.map((name) => directory.principalNamed(organisationId, name)?.id);
  const unknown = ids.indexOf(undefined);
  if (unknown >= 0) return fail('not_found', `No principal "${names[unknown]}" in your organisation.`);
  return ok([...new Set(ids.filter((id) => id !== undefined))]);
}

/** A server of which the caller sees a tool, or that is its own. */
function seenServer(caller: Caller, name: string, { catalogue, directory }: DraftPorts): Server | undefined {
  const server = catalogue.server(name);
  const namespace = server && directory.namespace(server.namespace);
  if (server === undefined || namespace === undefined) return undefined;
  const sees =
    owns(caller, namespace) ||
    catalogue.toolsOn(name).some((tool) => visibleVersions(tool, caller, directory).length > 0);
  return sees ? server : undefined;
}

/** Why a credential of this kind cannot travel to such a server. */
export function unfit(credential: ConnectionCredential, server: Server | null): Result<never, Failure> | undefined {
  const refuse = (path: string, message: string) =>
    fail('invalid_request', `/credential${path} ${message}.`, { issues: [{ path: `/credential${path}`, message }] });
  const toCommand = server !== null && startsCommand(server);
  const place = credential.kind === 'apiKey' ? credential.in : undefined;
  if (!toCommand && place === 'env') return refuse('/in', 'can be "env" for servers that are started by command only');
  if (place === 'query' && server?.grpc) return refuse('/in', 'cannot be "query": gRPC calls have no query parameters');
  if (credential.kind === 'apiKey' && place === 'header' && credential.name && !isFreeHeader(credential.name))
    return refuse('/name', 'cannot be a separate header');
  if (!toCommand) return undefined;
  const known = Object.keys(server.mcp !== null && 'env' in server.mcp ? (server.mcp.env ?? {}) : {});
  const takes =
    known.length > 0 ? `: ${known.join(', ')}` : ', none of which is declared yet: its owner sets them in its record';
  if (credential.kind !== 'apiKey' || place !== 'env' || credential.name === undefined)
    return refuse(
      '',
      `must be {"kind": "apiKey", "in": "env", "name", "value"}: this server is started by command, and takes the variables that its record names${takes}`,
    );
  return known.includes(credential.name)
    ? undefined
    : refuse('/name', `must be one of the variables that the server's record names${takes}`);
}

/** What of a credential is secret. */
export function secretOf(credential: ConnectionCredential): ConnectionSecret {
  const { kind } = credential;
  if (kind === 'bearer') return { kind, token: credential.token };
  if (kind === 'basic') return { kind, username: credential.username, password: credential.password };
  if (kind === 'apiKey') return { kind, value: credential.value };
  return { kind, ...(credential.clientSecret !== undefined && { clientSecret: credential.clientSecret }) };
}
