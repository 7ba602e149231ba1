import type {
  Alias,
  HandedOver,
  Handover,
  KnownNamespace,
  Namespace,
  OwnershipStore,
  Proven,
  RenameOutcome,
  Renaming,
  TransferOffer,
} from '@assay/identity';
import type { Server, ToolVersion } from '@assay/registry';
import type { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';
import type { InMemoryIdentityStore } from './in-memory-identity-store.js';

/** What moves names and namespaces, without a database, over the rows of the other fakes. */
export class InMemoryOwnershipStore implements OwnershipStore {
  readonly #namespaceAliases = new Map<string, Alias>();
  readonly #toolAliases = new Map<string, Alias>();

  constructor(
    private readonly feed: InMemoryChangeFeed,
    private readonly identities: InMemoryIdentityStore,
    private readonly catalogue: InMemoryCatalogueStore,
  ) {}

  async prove({ id, name, organisationId }: KnownNamespace, proven: Proven): Promise<boolean> {
    const present = this.#withId(id);
    if (present?.name !== name || present.organisationId !== organisationId) return false;
    return this.identities.changeNamespace(id, (it) => ({ ...it, proven }));
  }

  async offer({ id, organisationId }: KnownNamespace, transfer: TransferOffer): Promise<boolean> {
    if (this.#withId(id)?.organisationId !== organisationId) return false;
    return this.identities.changeNamespace(id, (it) => ({ ...it, transfer }));
  }

  async withdrawOffer(namespaceId: string, offeredAt: number): Promise<boolean> {
    if (this.#withId(namespaceId)?.transfer?.offeredAt !== offeredAt) return false;
    return this.identities.changeNamespace(namespaceId, (it) => ({ ...it, transfer: null }));
  }

  async handOver(handover: Handover): Promise<HandedOver | undefined> {
    const { namespaceId, fromOrganisationId, toOrganisationId: organisationId, ownerId, offeredAt, at } = handover;
    const namespace = this.#withId(namespaceId);
    const offer = namespace?.transfer ?? null;
    const stands = offer?.toOrganisationId === organisationId && offer.offeredAt === offeredAt;
    if (namespace?.organisationId !== fromOrganisationId || (offeredAt !== null && !stands)) return undefined;
    const moved = { organisationId, owners: [ownerId], teams: [], proven: null, transfer: null };
    this.identities.changeNamespace(namespaceId, (it) => ({ ...it, ...moved }));
    this.catalogue.receivers.set(namespace.name, organisationId);
    const servers = this.catalogue.serverRows().filter((it) => it.namespace === namespace.name);
    this.catalogue.replace(
      this.#versionsOf(namespace.name).map((it) => ({ ...it, organisationId })),
      servers.map((it) => ({
        ...stripped(it),
        confirmation: null,
        organisationId,
        updatedAt: Math.max(at, it.updatedAt + 1),
      })),
    );
    const grantsEnded = await this.identities.endAccess(fromOrganisationId, namespace.name);
    const withSecrets = servers.filter((it) => JSON.stringify(stripped(it)) !== JSON.stringify(it));
    return { strippedServers: withSecrets.map((it) => `${it.namespace}/${it.name}`).sort(), grantsEnded };
  }

  async renameNamespace({ organisationId, from, to, ...renaming }: Renaming): Promise<RenameOutcome> {
    const found = this.#owned(organisationId, from);
    if (found === undefined) return 'missing';
    if (this.identities.isTaken(to)) return 'taken';
    const present = (name: string) => (name.startsWith(`${from}/`) ? `${to}/${name.slice(from.length + 1)}` : name);
    this.identities.changeNamespace(found.id, (it) => ({ ...it, name: to, proven: null }));
    this.identities.formerNames.add(from);
    this.catalogue.formerNames.add(from);
    this.catalogue.receivers.set(to, organisationId);
    this.identities.rewriteNames(present, (name) => (name === from ? to : name), present);
    this.catalogue.replace(
      this.#versionsOf(from).map((it) => named(it, present(nameOf(it)))),
      this.catalogue.serverRows().flatMap((it) => (it.namespace === from ? [{ ...it, namespace: to }] : [])),
    );
    this.#point('namespace-alias', this.#namespaceAliases, (target) => (target === from ? to : target));
    this.#point('tool-alias', this.#toolAliases, present);
    this.#keep('namespace-alias', this.#namespaceAliases, aliasOf(organisationId, from, to, renaming));
    return 'renamed';
  }

  async renameTool({ organisationId, from, to, ...renaming }: Renaming): Promise<RenameOutcome> {
    const versions = this.catalogue.versionRows().filter((it) => nameOf(it) === from);
    const homes = [from, to].map((name) => this.#owned(organisationId, name.split('/', 1)[0] as string));
    if (versions.length === 0 || homes.includes(undefined)) return 'missing';
    const isThere = this.catalogue.versionRows().some((it) => nameOf(it) === to);
    if (isThere || [...this.#toolAliases.values()].some((it) => it.name === to)) return 'taken';
    this.catalogue.replace(
      versions.map((it) => named(it, to)),
      [],
    );
    this.catalogue.formerNames.add(from);
    this.identities.rewriteNames(
      (name) => (name === from ? to : name),
      (name) => name,
    );
    this.#point('tool-alias', this.#toolAliases, (target) => (target === from ? to : target));
    this.#keep('tool-alias', this.#toolAliases, aliasOf(organisationId, from, to, renaming));
    return 'renamed';
  }

  #withId = (id: string): Namespace | undefined => this.identities.namespaceRows().find((it) => it.id === id);
  #owned = (organisationId: string, name: string): Namespace | undefined =>
    this.identities.namespaceRows().find((it) => it.name === name && it.organisationId === organisationId);
  #versionsOf = (namespace: string): ToolVersion[] =>
    this.catalogue.versionRows().filter((it) => it.namespace === namespace);

  #point(kind: 'namespace-alias' | 'tool-alias', aliases: Map<string, Alias>, present: (target: string) => string) {
    for (const alias of aliases.values()) {
      const target = present(alias.target);
      if (target !== alias.target) this.#keep(kind, aliases, { ...alias, target });
    }
  }

  #keep(kind: 'namespace-alias' | 'tool-alias', aliases: Map<string, Alias>, alias: Alias): void {
    aliases.set(alias.id, alias);
    this.feed.put(kind, alias);
  }
}

const nameOf = ({ namespace, tool }: ToolVersion): string => `${namespace}/${tool}`;

function named({ publishedAs, ...version }: ToolVersion, name: string): ToolVersion {
  const [namespace, tool] = name.split('/') as [string, string];
  const first = publishedAs ?? version.manifest.name;
  const moved = { ...version, namespace, tool, manifest: { ...version.manifest, name } };
  return first === name ? moved : { ...moved, publishedAs: first };
}

const aliasOf = (
  organisationId: string,
  name: string,
  target: string,
  { aliasId, at, by }: Omit<Renaming, 'organisationId' | 'from' | 'to'>,
): Alias => ({ id: aliasId, organisationId, name, target, createdAt: at, createdBy: by });

function stripped(server: Server): Server {
  const { mcp, http, grpc } = server;
  if (grpc !== null) {
    const { metadata: _metadata, ...address } = grpc;
    return { ...server, grpc: address };
  }
  if (http !== null) {
    const { headers: _headers, query: _query, openapi, ...address } = http;
    return { ...server, http: { ...address, ...(openapi !== undefined && { openapi: bare(openapi) }) } };
  }
  if (mcp === null) return server;
  if ('url' in mcp) return { ...server, mcp: { url: bare(mcp.url) } };
  const { env: _env, ...address } = mcp;
  return { ...server, mcp: address };
}

/** Without user, query and fragment. */
const bare = (url: string): string => url.replace(/[?#].*$/, '').replace(/^([a-z]+:\/\/)[^/]*@/i, '$1');
