import type { ChangeServer, CreateServer, IsolationProfile, McpAddress } from '@assay/contracts';
import { type Caller, owns, recordChange, requireOwned } from '@assay/identity';
import { type Failure, fail, ok, type Result, splitName } from '@assay/kernel';
import {
  type CataloguePorts,
  checkAddress,
  checkGrpcAddress,
  checkHttpAddress,
  commandDigest,
  confirmedBy,
  type Server,
  type ServerIsolation,
  withoutSecretArguments,
  withoutSecretsIn,
} from '@assay/registry';
import { isCommand, mayIsolateSo, mayWriteCommand } from './commands/check-command.js';
import type { CommandPackages } from './commands/command-packages.js';
import { isolationText, proposeIsolation, settledIsolation } from './commands/isolation-profile.js';
import type { Machine } from './commands/machine.js';

export interface ServerPorts extends CataloguePorts {
  /** The machine that commands are started on. */
  readonly machine: Machine;
  readonly packages: CommandPackages;
}

/** Upstream servers: mutable, audited records of address or command and credentials. */
export class ManageServers {
  readonly #ports: ServerPorts;

  constructor(ports: ServerPorts) {
    this.#ports = ports;
  }

  async register(caller: Caller, body: CreateServer): Promise<Result<Server, Failure>> {
    const drafted = await this.draft(caller, body);
    return drafted.ok ? this.#add(caller, drafted.value) : drafted;
  }

  /** Registers a record that was drafted earlier, by a caller who may still write it and answers for its command. */
  async registerDraft(caller: Caller, drafted: Server): Promise<Result<Server, Failure>> {
    const owned = requireOwned(this.#ports.directory, caller, drafted.namespace);
    if (!owned.ok) return owned;
    const allowed = this.mayWrite(caller, drafted);
    if (!allowed.ok) return allowed;
    const isolated = drafted.isolation && (await mayIsolateSo(caller, drafted.isolation, this.#ports));
    if (isolated !== null && !isolated.ok) return isolated;
    const now = this.#ports.clock.now();
    const confirmation = isCommand(drafted.mcp) ? confirmedBy(caller.principalId, now, drafted.mcp) : null;
    const { name: namespace, organisationId } = owned.value;
    return this.#add(caller, { ...drafted, namespace, organisationId, confirmation, createdAt: now, updatedAt: now });
  }

  async #add(caller: Caller, server: Server): Promise<Result<Server, Failure>> {
    const name = nameOf(server);
    const outcome = await this.#ports.store.addServer(server);
    if (outcome === 'moved') {
      return fail('conflict', `The namespace of "${name}" was renamed or transferred: read it again.`);
    }
    if (outcome === 'taken') {
      return fail('conflict', `The server "${name}" is registered: change it with PATCH /v1/servers/${name}.`);
    }
    await recordChange(this.#ports, caller, 'server.create', name, summary(server));
    return ok(server);
  }

  /**
   * The record as it would be registered, without registering it. `at` is the pointer to its address in the request.
   */
  async draft(caller: Caller, body: CreateServer, at = placeOf(body)): Promise<Result<Server, Failure>> {
    const [inNamespace, name] = splitName(body.name);
    const owned = requireOwned(this.#ports.directory, caller, inNamespace);
    if (!owned.ok) return owned;
    const namespace = owned.value.name;
    const address = { mcp: body.mcp ?? null, http: body.http ?? null, grpc: body.grpc ?? null };
    const { organisationId } = owned.value;
    const allowed = this.#mayUse(caller, organisationId, address, at);
    if (!allowed.ok) return allowed;
    const isolation = await this.#isolationFor(caller, address, body.isolation, null);
    if (!isolation.ok) return isolation;
    const fetched = await this.#ports.packages.fetch({
      namespace,
      name,
      mcp: address.mcp,
      isolation: isolation.value,
      packages: null,
    });
    if (!fetched.ok) return fetched;
    const now = this.#ports.clock.now();
    return ok({
      id: this.#ports.random.uuid(),
      organisationId,
      namespace,
      name,
      ...address,
      isolation: isolation.value,
      confirmation: isCommand(address.mcp) ? confirmedBy(caller.principalId, now, address.mcp) : null,
      packages: fetched.value,
      // An HTTP API or a gRPC server keeps no session for a caller.
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
    const address = { mcp: withKeptSecrets(body.mcp, mcp) ?? mcp, http: body.http ?? http, grpc: body.grpc ?? grpc };
    const allowed = this.#mayUse(caller, found.value.organisationId, address, placeOf(address));
    if (!allowed.ok) return allowed;
    if (!isCommand(address.mcp) && body.confirm) return nothingToConfirm;
    const isolation = await this.#isolationFor(caller, address, body.isolation, found.value);
    if (!isolation.ok) return isolation;
    const fetched = await this.#packagesFor({ ...found.value, ...address, isolation: isolation.value }, body);
    if (!fetched.ok) return fetched;
    const now = this.#ports.clock.now();
    const confirms = body.mcp !== undefined || body.confirm === true;
    const changed: Server = {
      ...found.value,
      ...address,
      isolation: isolation.value,
      confirmation:
        confirms && isCommand(address.mcp)
          ? confirmedBy(caller.principalId, now, address.mcp)
          : keptConfirmation(found.value, address),
      packages: fetched.value,
      stateless: body.stateless ?? found.value.stateless,
      updatedAt: Math.max(now, found.value.updatedAt + 1),
    };
    if (!(await this.#ports.store.changeServer(changed))) return fail('not_found', `No server "${name}".`);
    await recordChange(this.#ports, caller, 'server.change', nameOf(changed), summary(changed));
    return ok(changed);
  }

  /** Whether the caller may write this record. */
  mayWrite = (caller: Caller, server: Server): Result<null, Failure> =>
    this.#mayUse(caller, server.organisationId, server, placeOf(server));

  async remove(caller: Caller, name: string): Promise<Result<null, Failure>> {
    const found = this.find(caller, name);
    if (!found.ok) return found;
    const tools = this.#ports.catalogue.toolsOn(name);
    if (tools.length > 0) {
      const named = tools.slice(0, 5).map((it) => it.id);
      const more = tools.length > named.length ? ` and ${tools.length - named.length} more` : '';
      return fail(
        'conflict',
        `"${name}" cannot be removed while published tools use it: ${named.join(', ')}${more}. PATCH /v1/servers/${name} moves it to another address.`,
      );
    }
    await this.#ports.store.removeServer(found.value.id);
    await recordChange(this.#ports, caller, 'server.delete', nameOf(found.value));
    return ok(null);
  }

  /** A server of the caller's own namespaces; undefined for other callers. */
  find(caller: Caller, name: string): Result<Server, Failure> {
    const server = this.#ports.catalogue.server(name);
    return server !== undefined && this.#mine(caller, server)
      ? ok(server)
      : fail('not_found', `No server "${name}" of yours.`);
  }

  /** Whether a record, registered or not, is of the caller's own namespaces. */
  isOwn = (caller: Caller, server: Server): boolean => this.#mine(caller, server);

  list(caller: Caller): Server[] {
    return [...this.#ports.catalogue.servers()]
      .filter((it) => this.#mine(caller, it))
      .sort((a, b) => (`${a.namespace}/${a.name}` < `${b.namespace}/${b.name}` ? -1 : 1));
  }

  /** Setting a command again fetches the newest packages it allows; any other change keeps the pinned ones. */
  #packagesFor(changed: Server, { mcp }: ChangeServer) {
    return this.#ports.packages.fetch(mcp === undefined ? changed : { ...changed, packages: null });
  }

  /**
   * The isolation of a record written by this caller; null for a server that is not a command. An unchanged command
   * keeps its profile; a new one gets a proposed profile with the former limits and network.
   */
  async #isolationFor(
    caller: Caller,
    { mcp }: Address,
    settings: CreateServer['isolation'],
    before: Server | null,
  ): Promise<Result<ServerIsolation | null, Failure>> {
    if (!isCommand(mcp)) return settings === undefined ? ok(null) : isolationMeansNothing;
    const known = isCommand(before?.mcp) ? before : null;
    const isSame = known !== null && isCommand(known.mcp) && commandDigest(known.mcp) === commandDigest(mcp);
    if (isSame && settings === undefined && known.isolation !== null) return ok(known.isolation);
    const proposed = await proposeIsolation(mcp, this.#ports.machine);
    const base = isSame && known.isolation !== null ? known.isolation : moved(known?.isolation ?? null, proposed);
    const settled = settledIsolation(settings, base, proposed);
    const allowed = await mayIsolateSo(caller, settled, this.#ports);
    return allowed.ok ? ok(settled) : allowed;
  }

  /** An address that can be stored and sent, and that this caller may set. */
  #mayUse(caller: Caller, organisationId: string, { mcp, http, grpc }: Address, at: string): Result<null, Failure> {
    const issues = [
      ...(mcp ? checkAddress(mcp, at) : []),
      ...(http ? checkHttpAddress(http, at) : []),
      ...(grpc ? checkGrpcAddress(grpc, at) : []),
    ];
    if (issues.length > 0) return fail('invalid_request', `${issues[0]?.path} ${issues[0]?.message}.`, { issues });
    return isCommand(mcp) ? mayWriteCommand(caller, organisationId, this.#ports) : ok(null);
  }

  #mine(caller: Caller, server: Server): boolean {
    const namespace = this.#ports.directory.namespace(server.namespace);
    return namespace !== undefined && owns(caller, namespace);
  }
}

const kinds = ['mcp', 'http', 'grpc'] as const;
type Kind = (typeof kinds)[number];
type Address = Pick<Server, Kind>;

/** Its current name, for a current or former name. */
const nameOf = ({ namespace, name }: Server): string => `${namespace}/${name}`;

const kindOf = (address: Partial<Address>): Kind => kinds.find((kind) => address[kind] ?? false) ?? 'mcp';

const placeOf = (address: Partial<Address>): string => `/${kindOf(address)}`;

/** Tools are bound to a server by its protocol, which therefore cannot change. */
const staysOfItsKind = (name: string, own: Kind, other: Kind): Result<never, Failure> =>
  fail(
    'invalid_request',
    `"${name}" is reached by ${own}, and its tools with it: change ${own}, or register another server.`,
    {
      issues: [{ path: `/${other}`, message: `is not what this server has: it has ${own}` }],
    },
  );

const statelessMeansNothing = fail('invalid_request', 'Only MCP servers have sessions to share: remove stateless.', {
  issues: [{ path: '/stateless', message: 'does not apply to this server, which has no sessions: remove it' }],
});

const isolationMeansNothing = fail('invalid_request', 'Only a command that Assay starts can be isolated.', {
  issues: [{ path: '/isolation', message: 'does not apply to a server with an address: remove it' }],
});

const nothingToConfirm = fail('invalid_request', 'Only commands need confirmation.', {
  issues: [{ path: '/confirm', message: 'does not apply to a server with an address: remove it' }],
});

/** A confirmation is of one command: it does not outlive a move to an address. */
const keptConfirmation = ({ confirmation }: Server, { mcp }: Address) => (isCommand(mcp) ? confirmation : null);

/**
 * A changed command keeps the limits and the network of the former one; `off` is kept only for callers who may set it.
 */
function moved(former: ServerIsolation | null, proposed: IsolationProfile): ServerIsolation {
  if (former === null || former === 'off') return former ?? proposed;
  const { network, memoryMb, processes, cpus } = former;
  return { ...proposed, network, memoryMb, processes, cpus };
}

/** The address, in which masked values keep their stored secrets: so a client can send back what it read. */
function withKeptSecrets(asked: McpAddress | undefined, kept: McpAddress | null): McpAddress | undefined {
  if (asked === undefined || kept === null) return asked;
  if ('url' in asked) {
    return 'url' in kept && asked.url === withoutSecretsIn(kept.url) ? { ...asked, url: kept.url } : asked;
  }
  // Another program never receives a secret that was set for this one.
  if (asked.args === undefined || 'url' in kept || asked.command !== kept.command) return asked;
  const { args = [] } = kept;
  const shown = withoutSecretArguments(args);
  return { ...asked, args: asked.args.map((it, index) => (it === shown[index] ? (args[index] ?? it) : it)) };
}

/** For the audit: values of headers, query parameters, metadata and environment stay out. */
function summary({ mcp, http, grpc, stateless, isolation }: Server): Record<string, unknown> {
  if (grpc !== null) return { address: grpc.address, metadata: Object.keys(grpc.metadata ?? {}) };
  if (http !== null) {
    return { url: http.url, headers: Object.keys(http.headers ?? {}), query: Object.keys(http.query ?? {}) };
  }
  if (mcp === null) return {};
  return 'url' in mcp
    ? { url: withoutQuery(mcp.url), headers: Object.keys(mcp.headers ?? {}), stateless }
    : {
        command: mcp.command,
        argumentCount: mcp.args?.length ?? 0,
        env: Object.keys(mcp.env ?? {}),
        stateless,
        isolation: isolationText(isolation),
      };
}

const withoutQuery = (url: string): string => {
  const parsed = new URL(url);
  return `${parsed.origin}${parsed.pathname}`;
};
