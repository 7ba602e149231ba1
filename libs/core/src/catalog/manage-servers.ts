import type { ChangeServer, CreateServer, McpAddress } from '@assay/contracts';
import { type Caller, hasScope } from '../identity/caller.js';
import { owns, requireOwned } from '../identity/ownership.js';
import { recordChange } from '../identity/record-change.js';
import { type Failure, fail } from '../kernel/failure.js';
import { splitName } from '../kernel/qualified-name.js';
import { ok, type Result } from '../kernel/result.js';
import type { CataloguePorts } from './catalogue-ports.js';
import { checkAddress, checkGrpcAddress, checkHttpAddress } from './check-address.js';
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
    const outcome = await this.#ports.store.addServer(drafted.value);
    if (outcome === 'moved') {
      return fail('conflict', `The namespace of "${body.name}" has another name or owner by now: look at it again.`);
    }
    if (outcome === 'taken') {
      return fail(
        'conflict',
        `The server "${body.name}" is registered: change it with PATCH /v1/servers/${body.name}.`,
      );
    }
    await recordChange(this.#ports, caller, 'server.create', nameOf(drafted.value), summary(drafted.value));
    return ok(drafted.value);
  }

  /** The record as it would be registered, without registering it. `at` is where its address stands in the request. */
  draft(caller: Caller, body: CreateServer, at = placeOf(body)): Result<Server, Failure> {
    const [inNamespace, name] = splitName(body.name);
    const owned = requireOwned(this.#ports.directory, caller, inNamespace);
    if (!owned.ok) return owned;
    const namespace = owned.value.name;
    const address = { mcp: body.mcp ?? null, http: body.http ?? null, grpc: body.grpc ?? null };
    const allowed = mayUse(caller, address, at);
    if (!allowed.ok) return allowed;
    const now = this.#ports.clock.now();
    return ok({
      id: this.#ports.random.uuid(),
      organisationId: owned.value.organisationId,
      namespace,
      name,
      ...address,
      // An HTTP API or a gRPC server keeps no session that belongs to a caller.
      stateless: body.stateless ?? address.mcp === null,
      createdAt: now,
      updatedAt: now,
    });
  }

  async change(caller: Caller, name: string, body: ChangeServer): Promise<Result<Server, Failure>> {
    const found = this.find(caller, name);
    if (!found.ok) return found;
    const { mcp, http, grpc } = found.value;
    const own = kindOf(found.value);
    const other = kinds.find((kind) => kind !== own && body[kind] !== undefined);
    if (other !== undefined) return staysOfItsKind(name, own, other);
    if (mcp === null && body.stateless !== undefined) return statelessMeansNothing;
    const address = { mcp: body.mcp ?? mcp, http: body.http ?? http, grpc: body.grpc ?? grpc };
    const allowed = mayUse(caller, address, placeOf(address));
    if (!allowed.ok) return allowed;
    const changed: Server = {
      ...found.value,
      ...address,
      stateless: body.stateless ?? found.value.stateless,
      updatedAt: Math.max(this.#ports.clock.now(), found.value.updatedAt + 1),
    };
    if (!(await this.#ports.store.changeServer(changed))) return fail('not_found', `No server "${name}".`);
    await recordChange(this.#ports, caller, 'server.change', nameOf(changed), summary(changed));
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
    await recordChange(this.#ports, caller, 'server.delete', nameOf(found.value));
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

const kinds = ['mcp', 'http', 'grpc'] as const;
type Kind = (typeof kinds)[number];
type Address = Pick<Server, Kind>;

/** As it is called at present, by whatever name it was asked for. */
const nameOf = ({ namespace, name }: Server): string => `${namespace}/${name}`;

const kindOf = (address: Partial<Address>): Kind => kinds.find((kind) => address[kind] ?? false) ?? 'mcp';

const placeOf = (address: Partial<Address>): string => `/${kindOf(address)}`;

/** Tools live on a server by its protocol. */
const staysOfItsKind = (name: string, own: Kind, other: Kind): Result<never, Failure> =>
  fail(
    'invalid_request',
    `"${name}" is reached by ${own}, and its tools with it: change ${own}, or register another server.`,
    {
      issues: [{ path: `/${other}`, message: `is not what this server has: it has ${own}` }],
    },
  );

const statelessMeansNothing = fail(
  'invalid_request',
  'Only an MCP server has sessions that callers could share or not: leave stateless out.',
  { issues: [{ path: '/stateless', message: 'means nothing for this server, which has no sessions: leave it out' }] },
);

/** An address that can be kept and sent, and that this caller may give. */
function mayUse(caller: Caller, { mcp, http, grpc }: Address, at: string): Result<null, Failure> {
  const issues = [
    ...(mcp ? checkAddress(mcp, at) : []),
    ...(http ? checkHttpAddress(http, at) : []),
    ...(grpc ? checkGrpcAddress(grpc, at) : []),
  ];
  if (issues.length === 0) return mcp ? mayStart(caller, mcp) : ok(null);
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

/** For the audit: values of headers, query parameters, metadata and environment stay out. */
function summary({ mcp, http, grpc, stateless }: Server): Record<string, unknown> {
  if (grpc !== null) return { address: grpc.address, metadata: Object.keys(grpc.metadata ?? {}) };
  if (http !== null) {
    return { url: http.url, headers: Object.keys(http.headers ?? {}), query: Object.keys(http.query ?? {}) };
  }
  if (mcp === null) return {};
  return 'url' in mcp
    ? { url: withoutQuery(mcp.url), headers: Object.keys(mcp.headers ?? {}), stateless }
    : { command: mcp.command, argumentCount: mcp.args?.length ?? 0, env: Object.keys(mcp.env ?? {}), stateless };
}

const withoutQuery = (url: string): string => {
  const parsed = new URL(url);
  return `${parsed.origin}${parsed.pathname}`;
};
