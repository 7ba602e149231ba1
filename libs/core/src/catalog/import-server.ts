import type { ConfirmImport, CreateImport, Manifest, Proposal } from '@assay/contracts';
import { type Caller, hasScope } from '../identity/caller.js';
import type { IdentityStore } from '../identity/identity-store.js';
import { recordChange } from '../identity/record-change.js';
import type { Deadline } from '../kernel/deadline.js';
import { digestJson } from '../kernel/digest.js';
import { type Failure, fail } from '../kernel/failure.js';
import { splitName } from '../kernel/qualified-name.js';
import { err, ok, type Result } from '../kernel/result.js';
import { isUuid } from '../kernel/uuid.js';
import { upstreamDigest } from './digests.js';
import type { ManageServers } from './manage-servers.js';
import { fitName, proposeManifest } from './propose-manifest.js';
import type { CataloguePorts, Published, PublishVersion } from './publish-version.js';
import type { Import, Server, ToolVersion } from './records.js';
import type { ToolSource, UpstreamTool } from './upstream.js';

export interface ImportPorts extends CataloguePorts {
  readonly source: ToolSource;
  readonly servers: ManageServers;
  readonly publish: PublishVersion;
  readonly identities: Pick<IdentityStore, 'addEndorsement'>;
}

/** Reads an upstream's tools, proposes a manifest each, and publishes what a person confirms. */
export class ImportServer {
  readonly #ports: ImportPorts;

  constructor(ports: ImportPorts) {
    this.#ports = ports;
  }

  /** Lists the upstream, registers it as a server (or moves the one of that name), and proposes. Nothing is published. */
  async propose(caller: Caller, body: CreateImport, deadline: Deadline): Promise<Result<Import, Failure>> {
    const { namespace, source, stateless } = body;
    const address = { name: `${namespace}/${body.server ?? 'server'}`, mcp: source.mcp, stateless };
    const draft = this.#ports.servers.draft(caller, address, '/source/mcp');
    if (!draft.ok) return draft;
    const listing = await this.#ports.source.list(draft.value, deadline);
    if (!listing.ok) return listing;
    const name = `${namespace}/${body.server ?? fitName(listing.value.name, 64)}`;
    const registered = await this.#settleServer(caller, { name, mcp: source.mcp, stateless });
    if (!registered.ok) return registered;
    const listed = new Map(listing.value.tools.map((it) => [it.name, it]));
    const proposed = this.#proposals(name, [...listed.values()]);
    const created: Import = {
      id: this.#ports.random.uuid(),
      organisationId: registered.value.organisationId,
      principalId: caller.principalId as string,
      server: name,
      proposals: proposed.map((it) => it.proposal),
      upstreamDigests: Object.fromEntries(proposed.map((it) => [it.proposal.manifest.name, it.digest])),
      removed: this.#published(name)
        .filter((it) => !listed.has(it.manifest.endpoint.tool as string))
        .map((it) => it.manifest.name),
      createdAt: this.#ports.clock.now(),
    };
    await this.#ports.store.addImport(created);
    return ok(created);
  }

  async find(caller: Caller, id: string): Promise<Result<Import, Failure>> {
    const found = isUuid(id) ? await this.#ports.store.findImport(id) : undefined;
    const mine = found !== undefined && this.#ports.servers.find(caller, found.server).ok;
    return mine ? ok(found) : fail('not_found', `No import of yours has the id "${id}".`);
  }

  /** Publishes the chosen proposals, after their edits; all are checked before the first is published. */
  async confirm(caller: Caller, id: string, body: ConfirmImport): Promise<Result<ToolVersion[], Failure>> {
    const found = await this.find(caller, id);
    if (!found.ok) return found;
    const chosen = choose(found.value, body);
    if (!chosen.ok) return chosen;
    const checked = this.#checkAll(caller, chosen.value);
    if (!checked.ok) return checked;
    const outcomes = await Promise.all(
      checked.value.map(({ manifest, proposed }) =>
        this.#ports.publish.publish(caller, manifest, found.value.upstreamDigests[proposed] ?? null),
      ),
    );
    const failed = outcomes.find((it) => !it.ok);
    const versions = outcomes.flatMap((it) => (it.ok ? [(it.value as Published).version] : []));
    await this.#endorse(caller, id, versions);
    await recordChange(this.#ports, caller, 'import.confirm', found.value.server, {
      import: id,
      published: versions.length,
    });
    return failed !== undefined && !failed.ok ? failed : ok(versions);
  }

  /** What was chosen, checked; else the first reason why something of it cannot be published, before anything is. */
  #checkAll(caller: Caller, chosen: readonly Chosen[]): Result<Chosen[], Failure> {
    const all = new Map<string, Chosen>();
    for (const { manifest, proposed } of chosen) {
      const checked = this.#ports.publish.check(caller, manifest);
      const problem = checked.ok ? this.#ports.publish.conflict(checked.value) : checked.error;
      if (problem !== undefined) return err({ ...problem, message: `${manifest.name}: ${problem.message}` });
      if (all.has(manifest.name)) return err(sameNameTwice(manifest.name));
      if (checked.ok) all.set(manifest.name, { manifest: checked.value, proposed });
    }
    return ok([...all.values()]);
  }

  /** What an administrator confirmed is endorsed for the administrator's organisation. */
  async #endorse(caller: Caller, id: string, versions: readonly ToolVersion[]): Promise<void> {
    const { organisationId } = caller;
    if (organisationId === null || !hasScope(caller, 'admin')) return;
    const tools = versions
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

  async #settleServer(
    caller: Caller,
    wanted: { name: string; mcp: Server['mcp']; stateless?: boolean },
  ): Promise<Result<Server, Failure>> {
    const existing = this.#ports.catalogue.server(wanted.name);
    if (existing === undefined) return this.#ports.servers.register(caller, wanted);
    const stateless = wanted.stateless ?? existing.stateless;
    const same = digestJson(existing.mcp) === digestJson(wanted.mcp) && existing.stateless === stateless;
    return same ? ok(existing) : this.#ports.servers.change(caller, wanted.name, { mcp: wanted.mcp, stateless });
  }

  #proposals(server: string, tools: readonly UpstreamTool[]): { proposal: Proposal; digest: string }[] {
    const published = new Map(this.#published(server).map((it) => [it.manifest.endpoint.tool as string, it]));
    const taken = new Set<string>([...published.values()].map((it) => it.manifest.name));
    return tools.map((tool) => {
      const previous = published.get(tool.name);
      const name = previous?.manifest.name ?? freeName(server, tool.name, taken);
      taken.add(name);
      return { proposal: proposeManifest(server, name, tool, previous), digest: upstreamDigest(tool) };
    });
  }

  /** The newest version of each tool on a server. */
  #published(server: string): ToolVersion[] {
    return this.#ports.catalogue
      .toolsOn(server)
      .flatMap((it) => it.versions[0] ?? [])
      .filter((it) => it.manifest.endpoint.server === server);
  }
}

/** `ns/server.tool`, with a number behind it when two upstream names become the same. */
function freeName(server: string, tool: string, taken: ReadonlySet<string>): string {
  const [namespace, local] = splitName(server);
  const base = `${namespace}/${`${local}.${fitName(tool)}`.slice(0, 124)}`;
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base}_${n}`;
    if (!taken.has(name)) return name;
  }
}

const sameNameTwice = (name: string): Failure => ({
  code: 'invalid_request',
  message: `Two tools of the import would be called "${name}": give one of them another name.`,
  issues: [{ path: '/edits', message: `names two tools "${name}"` }],
});

interface Chosen {
  readonly manifest: Manifest;
  readonly proposed: string;
}

function choose(found: Import, { include, edits = {} }: ConfirmImport): Result<Chosen[], Failure> {
  const byName = new Map(found.proposals.map((it) => [it.manifest.name, it]));
  const unknown = [...(include ?? []), ...Object.keys(edits)].filter((it) => !byName.has(it));
  if (unknown.length > 0) {
    return fail(
      'invalid_request',
      `The import proposes no ${unknown
        .slice(0, 5)
        .map((it) => `"${it}"`)
        .join(', ')}.`,
      {
        issues: unknown
          .slice(0, 50)
          .map((it) => ({ path: include?.includes(it) ? '/include' : '/edits', message: `names no proposal: ${it}` })),
      },
    );
  }
  const names =
    include ??
    found.proposals.filter((it) => it.state === 'new' || it.state === 'changed').map((it) => it.manifest.name);
  return ok(
    [...new Set(names)].map((proposed) => {
      const { annotations, ...fields } = edits[proposed] ?? {};
      const manifest = (byName.get(proposed) as Proposal).manifest;
      return {
        proposed,
        manifest: {
          ...manifest,
          ...fields,
          ...(annotations && { annotations: { ...manifest.annotations, ...annotations } }),
        },
      };
    }),
  );
}
