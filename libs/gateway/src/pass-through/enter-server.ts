import { anonymousName, type Caller, type Directory, hasScope, owns, reaches, tokensOf } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Catalogue, Server } from '@assay/registry';
import { passedTools } from './passed-tools.js';

/** `whole`: prompts, resources and everything else, too; `tools`: those the caller may call, and nothing beside them. */
export type ServerAccess = 'whole' | 'tools';

export interface Entered {
  readonly server: Server;
  readonly access: ServerAccess;
  /** Who calls from here on: a caller without a key is the principal that the server was granted to. */
  readonly caller: Caller;
}

/**
 * Who may use a registered MCP server through the gateway. Its owners and whom it was granted use it whole; who may call
 * some of its tools uses those. For everybody else it is absent.
 */
export class EnterServer {
  readonly #catalogue: Catalogue;
  readonly #directory: Directory;

  constructor(catalogue: Catalogue, directory: Directory) {
    this.#catalogue = catalogue;
    this.#directory = directory;
  }

  /** @param name `ns/server`, or a former name of it */
  run(asking: Caller, name: string): Result<Entered, Failure> {
    const server = this.#catalogue.server(name);
    const caller = asking.principalId === null ? this.#guest(server) : asking;
    if (caller === undefined) {
      return fail('unauthenticated', `Using "${name}" needs a key: send it as "Authorization: Bearer <API key>".`);
    }
    const access = server?.mcp ? this.#access(caller, server) : null;
    if (server === undefined || access === null)
      return fail('not_found', `No MCP server "${name}": check the name, or ask its owners for a grant of it.`);
    if (!hasScope(caller, 'tools:call'))
      return fail('forbidden', 'Your key lacks the scope tools:call.', { data: { requiredScopes: ['tools:call'] } });
    return ok({ server, access, caller });
  }

  #access(caller: Caller, server: Server): ServerAccess | null {
    if (!reaches(caller, server.namespace)) return null;
    const namespace = this.#directory.namespace(server.namespace);
    if (namespace !== undefined && owns(caller, namespace)) return 'whole';
    const isGranted = this.#grants(server).some((it) =>
      it.principalId === null
        ? it.granteeOrganisationId === caller.organisationId
        : it.principalId === caller.principalId,
    );
    if (isGranted) return 'whole';
    return passedTools(caller, server, this.#catalogue, this.#directory).length > 0 ? 'tools' : null;
  }

  #grants = ({ namespace, name, organisationId }: Server) =>
    this.#directory.grantsOfServer(`${namespace}/${name}`, organisationId);

  /** A caller without a key, where the server was granted to such: it may see and do what that grant says, and no more. */
  #guest(server: Server | undefined): Caller | undefined {
    if (server === undefined) return undefined;
    const principal = this.#directory.principalNamed(server.organisationId, anonymousName);
    if (principal === undefined || !this.#grants(server).some((it) => it.principalId === principal.id))
      return undefined;
    const scopes = new Set(['tools:call']);
    return {
      principalId: principal.id,
      organisationId: server.organisationId,
      name: anonymousName,
      kind: principal.kind,
      scopes,
      teams: [],
      namespaces: [server.namespace],
      // Without those of the organisation, whose member nobody unknown is.
      tokens: tokensOf(principal, scopes, [server.namespace]).filter((token) => !token.startsWith('org:')),
    };
  }
}
