import type { Caller } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Server, ToolVersion } from '@assay/registry';
import type { Connection } from './connection.js';
import type { Connections } from './connections.js';
import { endpointOrigin, originOf } from './origin-of.js';

/** What a call is about, as far as its credential goes. */
export interface Asked {
  readonly caller: Pick<Caller, 'principalId' | 'organisationId'>;
  readonly version: Pick<ToolVersion, 'manifest' | 'namespace'>;
  /** The registered server the tool lives on; null when it lives on none. */
  readonly server: Server | null;
}

/**
 * The connection for a call, by the manifest's `auth.upstream`; undefined for none.
 *
 * `none` uses none. `caller` uses only the caller's own. `shared` uses the one that the administrators of the caller's
 * organisation share with it, else the credentials in the server's record. A tool that declares nothing, as most do,
 * uses the caller's own if there is one: connecting a server implies using the connection.
 */
export function chooseConnection(asked: Asked, connections: Connections): Result<Connection | undefined, Failure> {
  const upstream = asked.version.manifest.auth?.upstream;
  const target = targetOf(asked);
  if (upstream === 'none' || target === undefined) return ok(undefined);
  const { principalId, organisationId } = asked.caller;
  const found =
    upstream === 'shared'
      ? grantedTo(principalId, connections.shared(organisationId ?? '', target))
      : connections.own(principalId ?? '', target);
  if (found === undefined) return absent(asked, upstream);
  // Begun and not agreed to yet: tools of the server that want no credential go on without one.
  if (upstream === undefined && found.state === 'unauthorised' && !holdsCredentials(asked.server)) return ok(undefined);
  if (asked.server === null && !found.namespaces.includes(asked.version.namespace)) return absent(asked, upstream);
  return usable(found, asked);
}

function targetOf({ server, version }: Asked): string | undefined {
  return server === null ? endpointOrigin(version.manifest) : server.id;
}

const grantedTo = (principalId: string | null, shared: Connection | undefined): Connection | undefined =>
  shared === undefined || shared.grantedTo.length === 0 || shared.grantedTo.includes(principalId ?? '')
    ? shared
    : undefined;

function absent(asked: Asked, upstream: 'caller' | 'shared' | undefined): Result<undefined, Failure> {
  if (upstream === undefined || (upstream === 'shared' && asked.server !== null)) return ok(undefined);
  const tool = asked.version.manifest.name;
  const add = `assay connections add ${placeIn(asked)}`;
  if (upstream === 'shared')
    return needed(
      asked,
      `${tool} uses a shared credential, and none is shared with you for ${nameOf(asked)}. Ask an administrator for it: ${add} --shared`,
    );
  if (asked.caller.principalId === null)
    return needed(asked, `${tool} uses the caller's own credential: sign in, then connect it: ${add}`);
  return needed(
    asked,
    `${tool} uses your own credential, and you have no connection for ${nameOf(asked)}. Connect it: ${add}`,
  );
}

function usable(connection: Connection, asked: Asked): Result<Connection, Failure> {
  const { id, state, problem } = connection;
  const present = asked.server === null ? endpointOrigin(asked.version.manifest) : originOf(asked.server);
  if (present !== connection.origin)
    return needed(
      asked,
      `${nameOf(asked)} has moved since you connected it, and your credential is not sent to the new address. If you trust that address, connect it again: assay connections remove ${id}, then assay connections add ${placeIn(asked)}`,
    );
  if (state === 'unauthorised')
    return needed(
      asked,
      `Your connection to ${nameOf(asked)} is waiting for your authorization: assay connections authorize ${id}`,
    );
  if (state === 'broken')
    return needed(
      asked,
      `The connection to ${nameOf(asked)} is broken: ${problem ?? 'its issuer no longer accepts it.'} ${mending(connection)}`,
    );
  return ok(connection);
}

/** How a connection whose credential is taken no more is put right. */
export const mending = ({ id, oauth }: Pick<Connection, 'id' | 'oauth'>): string =>
  oauth?.grant === 'authorization_code'
    ? `Say yes again: assay connections authorize ${id}`
    : `Give it a new credential: assay connections rotate ${id}`;

/** Whether a server's own record has something that may be a credential: everything in these maps is kept as one. */
export function holdsCredentials(server: Server | null): boolean {
  const { mcp = null, http = null, grpc = null } = server ?? {};
  const url = mcp !== null && 'url' in mcp ? new URL(mcp.url) : null;
  const remote = mcp !== null && 'url' in mcp ? mcp.headers : mcp?.env;
  const maps = [remote, http?.headers, http?.query, grpc?.metadata];
  return maps.some((it) => Object.keys(it ?? {}).length > 0) || `${url?.username ?? ''}${url?.search ?? ''}` !== '';
}

const nameOf = ({ server, version }: Asked): string =>
  server === null ? (endpointOrigin(version.manifest) ?? 'its address') : `${server.namespace}/${server.name}`;

/** As the command line takes it. */
export const placeIn = ({ server, version }: Pick<Asked, 'server' | 'version'>): string =>
  server === null
    ? `${endpointOrigin(version.manifest) ?? ''} --namespace ${version.namespace}`
    : `${server.namespace}/${server.name}`;

const needed = (asked: Asked, message: string): Result<never, Failure> =>
  fail('connection_needed', message, {
    outcome: 'none',
    data: {
      connection:
        asked.server === null
          ? { origin: endpointOrigin(asked.version.manifest), namespace: asked.version.namespace }
          : { server: `${asked.server.namespace}/${asked.server.name}` },
    },
  });
