import type { ConfirmImport, CreateImport, CreateServer, FindingSign, Proposal } from '@assay/contracts';
import { type Caller, hasScope, type IdentityStore, recordChange } from '@assay/identity';
import {
  type Deadline,
  digestJson,
  err,
  type Failure,
  fail,
  isUuid,
  ok,
  type Pause,
  pausing,
  type Result,
} from '@assay/kernel';
import {
  actingKitOf,
  type CataloguePorts,
  type Import,
  type PublishVersion,
  type Review,
  type Server,
  type ToolVersion,
} from '@assay/registry';
import { type Chosen, choose } from './choose-proposals.js';
import { isCommand } from './commands/check-command.js';
import { commandProblem } from './commands/may-start-command.js';
import { choiceAsCalledNow, importAsCalledNow } from './import-as-called-now.js';
import type { ManageServers } from './manage-servers.js';
import type { RegistryServerStore } from './official/registry-server-store.js';
import type { WatchDefinitions } from './pinning/watch-definitions.js';
import { type ProposedListing, proposeListing } from './propose-listing.js';
import { readSource } from './read-source.js';
import type { GrpcReflection, OpenApiReader, ToolSource, UpstreamListing } from './upstream.js';

export interface ImportPorts extends CataloguePorts {
  /** Lists the tools of registered servers. */
  readonly source: ToolSource;
  readonly documents: OpenApiReader;
  readonly reflection: GrpcReflection;
  readonly registryServers: Pick<RegistryServerStore, 'find'>;
  readonly servers: ManageServers;
  readonly publish: PublishVersion;
  readonly identities: Pick<IdentityStore, 'addEndorsement'>;
  readonly watch: Pick<WatchDefinitions, 'keep' | 'compare'>;
}

/** What of an import is published, and what waits for a reviewer. */
export interface Confirmed {
  readonly versions: readonly ToolVersion[];
  readonly reviews: readonly Review[];
}

/** Checking a manifest takes some milliseconds, 40 for a large schema: yields after this many. */
const checkedPerTurn = 10;

/** Reads an upstream's tools, proposes a manifest for each, and publishes those that a person confirms. */
export class ImportServer {
  readonly #ports: ImportPorts;

  constructor(ports: ImportPorts) {
    this.#ports = ports;
  }

  /**
   * Lists the upstream, registers it as a server (or moves the one of that name), and proposes. Nothing is published. As a
   * draft, a new server is registered when the import is confirmed.
   */
  async propose(caller: Caller, body: CreateImport, deadline: Deadline): Promise<Result<Import, Failure>> {
    const namespace = this.#ports.directory.aliases.namespace(body.namespace);
    const listedAt = this.#ports.clock.now();
    const read = await readSource(this.#ports, caller, { ...body, namespace }, deadline);
    if (!read.ok) return read;
    const { name, address, listing } = read.value;
    const wanted = { name, ...address, stateless: body.stateless, isolation: body.isolation };
    const isDraft = body.draft === true && this.#ports.catalogue.server(name) === undefined;
    const server = isDraft ? await this.#ports.servers.draft(caller, wanted) : await this.#settleServer(caller, wanted);
    return server.ok ? this.#proposeFrom(caller, server.value, { listing, listedAt, isDraft }) : server;
  }

  /** Same as `propose`, for a registered server, at the address of its record. */
  async proposeAgain(caller: Caller, name: string, deadline: Deadline): Promise<Result<Import, Failure>> {
    const server = this.#ports.servers.find(caller, name);
    if (!server.ok) return server;
    const listedAt = this.#ports.clock.now();
    const listing = await this.#ports.source.list(server.value, deadline);
    if (!listing.ok) return listing;
    return this.#proposeFrom(caller, server.value, { listing: listing.value, listedAt, isDraft: false });
  }

  /** Published versions are compared with the list, too: what has drifted is quarantined whether or not it is confirmed. */
  async #proposeFrom(
    caller: Caller,
    server: Server,
    { listing, listedAt, isDraft }: { listing: UpstreamListing; listedAt: number; isDraft: boolean },
  ): Promise<Result<Import, Failure>> {
    const name = `${server.namespace}/${server.name}`;
    await this.#ports.watch.keep(server, listing.tools);
    await this.#ports.watch.compare(server, listing.tools, listedAt);
    const pause = pausing(this.#ports.clock);
    const { catalogue, publish } = this.#ports;
    const proposed = await proposeListing(catalogue, name, listing.tools, { pause, problems: publish.problems });
    if (!proposed.ok) return proposed;
    const { proposals: plain, removed } = proposed.value;
    const proposals = await this.#examined(plain, pause);
    const created: Import = {
      id: this.#ports.random.uuid(),
      organisationId: server.organisationId,
      principalId: caller.principalId as string,
      server: name,
      proposals: proposals.map((it) => it.proposal),
      upstreamDigests: Object.fromEntries(proposals.map((it) => [it.proposal.manifest.name, it.digest])),
      removed,
      leftOut: listing.leftOut ?? [],
      draft: isDraft ? server : null,
      createdAt: this.#ports.clock.now(),
    };
    await this.#ports.store.addImport(created);
    return ok(created);
  }

  /** Each new or changed proposal with the findings that would hold it for review. */
  async #examined(plain: ProposedListing['proposals'], pause: Pause): Promise<ProposedListing['proposals']> {
    const examined: { proposal: Proposal; digest: string }[] = [];
    for (const it of plain) {
      if (examined.length % examinedPerTurn === examinedPerTurn - 1) await pause();
      const isNews = it.proposal.state === 'new' || it.proposal.state === 'changed';
      const finding = isNews ? await this.#ports.publish.examine(it.proposal.manifest) : undefined;
      const found = finding && { findings: [...finding.signs], score: finding.score };
      examined.push({ ...it, proposal: { ...it.proposal, ...found } });
    }
    return examined;
  }

  async find(caller: Caller, id: string): Promise<Result<Import, Failure>> {
    const found = isUuid(id) ? await this.#ports.store.findImport(id) : undefined;
    const isOwn =
      found !== undefined &&
      (found.draft === null
        ? this.#ports.servers.find(caller, found.server).ok
        : this.#ports.servers.isOwn(caller, found.draft));
    return isOwn
      ? ok(importAsCalledNow(found, this.#ports.directory.aliases))
      : fail('not_found', `You have no import with the id "${id}".`);
  }

  /** Publishes the chosen proposals, after their edits; all are checked before the first is published. */
  async confirm(caller: Caller, id: string, body: ConfirmImport): Promise<Result<Confirmed, Failure>> {
    const found = await this.find(caller, id);
    if (!found.ok) return found;
    const choice = choiceAsCalledNow(body, this.#ports.directory.aliases);
    const chosen = choose(found.value, choice);
    if (!chosen.ok) return chosen;
    const checked = await this.#settled(caller, found.value, body, chosen.value);
    if (!checked.ok) return checked;
    const outcomes = await Promise.all(
      checked.value.map(({ manifest, proposed }) => {
        const digest = found.value.upstreamDigests[proposed] ?? null;
        return this.#ports.publish.publish(
          caller,
          manifest,
          digest,
          null,
          acceptedOf(caller, found.value, choice, proposed),
        );
      }),
    );
    const failed = outcomes.find((it) => !it.ok);
    const settled = outcomes.flatMap((it) => (it.ok ? [it.value] : []));
    const versions = settled.flatMap((it) => (it.kind === 'published' ? [it.version] : []));
    const reviews = settled.flatMap((it) => (it.kind === 'held' ? [it.review] : []));
    await this.#endorse(caller, id, versions);
    await recordChange(this.#ports, caller, 'import.confirm', found.value.server, {
      import: id,
      published: versions.length,
      held: reviews.length,
      ...(body.acceptFindings !== undefined && { acceptFindings: body.acceptFindings }),
    });
    return failed !== undefined && !failed.ok ? failed : ok({ versions, reviews });
  }

  /** The checked selection, its server registered: one that is new to this import only with a selection that holds. */
  async #settled(
    caller: Caller,
    { id, draft, ...found }: Import,
    body: ConfirmImport,
    chosen: readonly Chosen[],
  ): Promise<Result<Chosen[], Failure>> {
    const { servers, store } = this.#ports;
    if (draft !== null) {
      const registered = await servers.registerDraft(caller, draft);
      if (!registered.ok) return registered;
    }
    const accepted = await this.#acceptCommand(caller, found.server, body);
    const checked = accepted.ok ? await this.#checkAll(caller, chosen) : accepted;
    if (draft !== null) await (checked.ok ? store.endDraft(id) : servers.remove(caller, found.server));
    return checked;
  }

  /**
   * Publishing tools of a command makes callers start it: confirming that requires the permission to start commands,
   * and allows changing the command's isolation.
   */
  async #acceptCommand(caller: Caller, name: string, { isolation }: ConfirmImport): Promise<Result<null, Failure>> {
    const server = this.#ports.servers.find(caller, name);
    if (!server.ok) return server;
    if (!isCommand(server.value.mcp) && isolation === undefined) return ok(null);
    const allowed = this.#ports.servers.mayWrite(caller, server.value);
    if (!allowed.ok) return allowed;
    const isConfirmed = commandProblem(server.value, this.#ports.directory) === undefined;
    if (isConfirmed && isolation === undefined) return ok(null);
    const changed = await this.#ports.servers.change(caller, name, { isolation, confirm: true });
    return changed.ok ? ok(null) : changed;
  }

  /** The checked selection, or the first reason why part of it cannot be published, before anything is. */
  async #checkAll(caller: Caller, chosen: readonly Chosen[]): Promise<Result<Chosen[], Failure>> {
    const pause = pausing(this.#ports.clock);
    const all = new Map<string, Chosen>();
    for (const [index, { manifest, proposed }] of chosen.entries()) {
      if (index % checkedPerTurn === checkedPerTurn - 1) await pause();
      const checked = await this.#ports.publish.check(caller, manifest);
      const problem = checked.ok ? this.#ports.publish.refusal(checked.value) : checked.error;
      if (problem !== undefined) return err({ ...problem, message: `${manifest.name}: ${problem.message}` });
      if (all.has(manifest.name)) return err(sameNameTwice(manifest.name));
      if (checked.ok) all.set(manifest.name, { manifest: checked.value, proposed });
    }
    return ok([...all.values()]);
  }

  /**
   * What an administrator confirmed is endorsed for the administrator's organisation, except shipped tools that act:
   * those are endorsed by enabling their kit.
   */
  async #endorse(caller: Caller, id: string, versions: readonly ToolVersion[]): Promise<void> {
    const { organisationId } = caller;
    if (organisationId === null || !hasScope(caller, 'admin')) return;
    const tools = versions
      .filter((it) => actingKitOf(it) === undefined)
      .map((it) => it.manifest.name)
      .filter((it) => !this.#ports.directory.isEndorsed(it, organisationId));
    await Promise.all(
      tools.map((tool) =>
        this.#ports.identities.addEndorsement({
          id: this.#ports.random.uuid(),
          organisationId,
          tool,
          createdAt: this.#ports.clock.now(),
          createdBy: caller.principalId,
        }),
      ),
    );
    for (const tool of tools) {
      this.#ports.audit.append({
        organisationId,
        principalId: caller.principalId,
        action: 'endorsement.create',
        subject: tool,
        details: { import: id },
      });
    }
  }

  /** Registers the server, or updates the one with its name. */
  async #settleServer(caller: Caller, wanted: CreateServer): Promise<Result<Server, Failure>> {
    const existing = this.#ports.catalogue.server(wanted.name);
    if (existing === undefined) return this.#ports.servers.register(caller, wanted);
    const { mcp = null, http = null, grpc = null, stateless, isolation } = wanted;
    const same = digestJson([existing.mcp, existing.http, existing.grpc]) === digestJson([mcp, http, grpc]);
    const isAsBefore = same && existing.stateless === (stateless ?? existing.stateless) && isolation === undefined;
    if (isAsBefore && (existing.confirmation !== null || mcp === null || 'url' in mcp)) return ok(existing);
    const change = { ...(mcp && { mcp }), ...(http && { http }), ...(grpc && { grpc }), stateless, isolation };
    return this.#ports.servers.change(caller, wanted.name, change);
  }
}

/** The findings of a proposal that an administrator was shown and accepts. Other callers' consent does not count. */
function acceptedOf(
  caller: Caller,
  { proposals }: Import,
  { acceptFindings = false }: ConfirmImport,
  proposed: string,
): readonly FindingSign[] {
  const accepts = acceptFindings === true || (acceptFindings !== false && acceptFindings.includes(proposed));
  if (!accepts || !hasScope(caller, 'admin')) return [];
  return proposals.find((it) => it.manifest.name === proposed)?.findings ?? [];
}

/** Examining one takes a millisecond at the median. */
const examinedPerTurn = 10;

const sameNameTwice = (name: string): Failure => ({
  code: 'invalid_request',
  message: `Two tools of the import would have the name "${name}": rename one of them.`,
  issues: [{ path: '/edits', message: `names two tools "${name}"` }],
});
