import type { Caller } from '@assay/identity';
import type { Server } from '@assay/registry';
import type { AuthorizeConnection } from './authorize-connection.js';
import type { Connections } from './connections.js';
import type { ManageConnections } from './manage-connections.js';

export interface StartAuthorizationPorts {
  readonly manage: Pick<ManageConnections, 'create'>;
  readonly authorize: Pick<AuthorizeConnection, 'begin'>;
  readonly connections: Pick<Connections, 'own'>;
}

/** An authorization that waits for its caller's consent at the issuer. */
export interface StartedAuthorization {
  readonly connectionId: string;
  /** Where the caller agrees, in a browser. */
  readonly url: string;
}

/**
 * Begins a connection's authorization when an upstream asks for a credential only at the call itself, as large providers'
 * servers do: they answer `initialize` and `tools/list` without one. The challenge of the call names the issuer.
 */
export class StartAuthorization {
  readonly #ports: StartAuthorizationPorts;

  constructor(ports: StartAuthorizationPorts) {
    this.#ports = ports;
  }

  /** Undefined when nothing can be started: the caller then gets instructions for connecting manually. */
  async run(caller: Caller, server: Server, challenge: string | null): Promise<StartedAuthorization | undefined> {
    const { manage, authorize, connections } = this.#ports;
    if (caller.principalId === null || server.mcp === null || !('url' in server.mcp)) return undefined;
    const known = connections.own(caller.principalId, server.id);
    const credential = { kind: 'oauth2', grant: 'authorization_code' } as const;
    const made =
      known ?? (await manage.create(caller, { server: `${server.namespace}/${server.name}`, credential }, challenge));
    const id = 'id' in made ? made.id : made.ok ? made.value.id : undefined;
    const begun = id === undefined ? undefined : await authorize.begin(caller, id);
    return id === undefined || begun?.ok !== true ? undefined : { connectionId: id, url: begun.value.url };
  }
}
