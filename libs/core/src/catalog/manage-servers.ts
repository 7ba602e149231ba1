import type { ChangeServer, CreateServer, McpAddress } from '@assay/contracts';
import { type Caller, hasScope } from '../identity/caller.js';
import { owns, requireOwned } from '../identity/ownership.js';
import { recordChange } from '../identity/record-change.js';
import { type Failure, fail } from '../kernel/failure.js';
import { splitName } from '../kernel/qualified-name.js';
import { ok, type Result } from '../kernel/result.js';
import { checkAddress } from './check-address.js';
import type { CataloguePorts } from './publish-version.js';
import type { Server } from './records.js';

/** Upstream servers: mutable, audited records of address or command and credentials. */
export class ManageServers {
  readonly #ports: CataloguePorts;

  constructor(ports: CataloguePorts) {
    this.#ports = ports;
  }

  async register(caller: Caller, body: CreateServer): Promise<Result<Server, Failure>> {
    const drafted = this.draft(caller, body);
    if (!drafted.ok) return drafted;
    if ((await this.#ports.store.addServer(drafted.value)) === 'taken') {
      return fail(
        'conflict',
        `The server "${body.name}" is registered: change it with PATCH /v1/servers/${body.name}.`,
      );
    }
    await recordChange(this.#ports, caller, 'server.create', body.name, summary(drafted.value));
    return ok(drafted.value);
  }

  /** The record as it would be registered, without registering it. `at` is where its address stands in the request. */
  draft(caller: Caller, body: CreateServer, at = '/mcp'): Result<Server, Failure> {
    const [namespace, name] = splitName(body.name);
    const owned = requireOwned(this.#ports.directory, caller, namespace);
    if (!owned.ok) return owned;
    const allowed = mayUse(caller, body.mcp, at);
    if (!allowed.ok) return allowed;
    const now = this.#ports.clock.now();
    return ok({
      id: this.#ports.random.uuid(),
      organisationId: owned.value.organisationId,
      namespace,
      name,
      mcp: body.mcp,
      stateless: body.stateless ?? false,
      createdAt: now,
      updatedAt: now,
    });
  }

  async change(caller: Caller, name: string, body: ChangeServer): Promise<Result<Server, Failure>> {
    const found = this.find(caller, name);
    if (!found.ok) return found;
    const mcp = body.mcp ?? found.value.mcp;
    const allowed = mayUse(caller, mcp, '/mcp');
    if (!allowed.ok) return allowed;
    const changed: Server = {
      ...found.value,
      mcp,
      stateless: body.stateless ?? found.value.stateless,
      updatedAt: Math.max(this.#ports.clock.now(), found.value.updatedAt + 1),
    };
    if (!(await this.#ports.store.changeServer(changed))) return fail('not_found', `No server "${name}".`);
    await recordChange(this.#ports, caller, 'server.change', name, summary(changed));
    return ok(changed);
  }

  async remove(caller: Caller, name: string): Promise<Result<null, Failure>> {
    const found = this.find(caller, name);
    if (!found.ok) return found;
    const tools = this.#ports.catalogue.toolsOn(name);
    if (tools.length > 0) {
      const named = tools.slice(0, 5).map((it) => it.id);
      const more = tools.length > named.length ? ` and ${tools.length - named.length} more` : '';
      return fail(
        'conflict',
        `"${name}" cannot be removed while published tools live on it: ${named.join(', ')}${more}. PATCH /v1/servers/${name} moves it to another address.`,
      );
    }
    await this.#ports.store.removeServer(found.value.id);
    await recordChange(this.#ports, caller, 'server.delete', name);
    return ok(null);
  }

  /** A server of the caller's own namespaces; absent for everybody else. */
  find(caller: Caller, name: string): Result<Server, Failure> {
    const server = this.#ports.catalogue.server(name);
    return server !== undefined && this.#mine(caller, server)
      ? ok(server)
      : fail('not_found', `No server "${name}" of yours.`);
  }

  list(caller: Caller): Server[] {
    return [...this.#ports.catalogue.servers()]
      .filter((it) => this.#mine(caller, it))
      .sort((a, b) => (`${a.namespace}/${a.name}` < `${b.namespace}/${b.name}` ? -1 : 1));
  }

  #mine(caller: Caller, server: Server): boolean {
    const namespace = this.#ports.directory.namespace(server.namespace);
    return namespace !== undefined && owns(caller, namespace);
  }
}

/** An address that can be kept and sent, and that this caller may give. */
function mayUse(caller: Caller, mcp: McpAddress, at: string): Result<null, Failure> {
  const issues = checkAddress(mcp, at);
  if (issues.length === 0) return mayStart(caller, mcp);
  return fail('invalid_request', `${issues[0]?.path} ${issues[0]?.message}.`, { issues });
}

/** A command runs on the machine of Assay itself, which is more than publishing. */
const mayStart = (caller: Caller, mcp: McpAddress): Result<null, Failure> =>
  'url' in mcp || hasScope(caller, 'hosts:command')
    ? ok(null)
    : fail(
        'forbidden',
        "Starting a command on the server's machine needs a key with the scope hosts:command. Give an address instead, or ask an administrator.",
      );

/** For the audit: values of headers and environment stay out. */
const summary = ({ mcp, stateless }: Server): Record<string, unknown> =>
  'url' in mcp
    ? { url: withoutQuery(mcp.url), headers: Object.keys(mcp.headers ?? {}), stateless }
    : { command: mcp.command, argumentCount: mcp.args?.length ?? 0, env: Object.keys(mcp.env ?? {}), stateless };

const withoutQuery = (url: string): string => {
  const parsed = new URL(url);
  return `${parsed.origin}${parsed.pathname}`;
};
