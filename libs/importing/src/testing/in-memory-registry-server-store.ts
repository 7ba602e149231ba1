import type { RegistryServer, ServerVersion } from '../official/registry-server.js';
import type {
  RegistryServerStore,
  ServerChange,
  ServerChanged,
  ServerQuery,
  ServerSituation,
} from '../official/registry-server-store.js';
import { remoteUrlsOf } from '../official/remote-urls.js';

/** The servers of the official MCP Registry API without a database. */
export class InMemoryRegistryServerStore implements RegistryServerStore {
  /** By id. */
  readonly #servers = new Map<string, RegistryServer>();

  constructor(private readonly now: () => number = Date.now) {}

  async change<T>(
    { names, remoteUrls = [] }: { readonly names: readonly string[]; readonly remoteUrls?: readonly string[] },
    decide: (situation: ServerSituation) => ServerChange<T>,
  ): Promise<ServerChanged<T>> {
    const all = [...this.#servers.values()];
    const versions = all
      .filter((it) => names.includes(it.name))
      .map(toVersion)
      .toSorted(newestFirst);
    const urls = [...new Set([...remoteUrls, ...versions.flatMap((it) => it.remoteUrls)])];
    const last = Math.max(0, ...all.map((it) => it.updatedAt));
    const {
      insert = [],
      update = [],
      result,
    } = decide({
      at: Math.max(this.now(), last + 1),
      versions: Map.groupBy(versions, ({ name }) => name),
      users: new Map(urls.flatMap((url) => (usersOf(all, url).length === 0 ? [] : [[url, usersOf(all, url)]]))),
    });
    for (const server of insert) this.#insert(server);
    for (const { id, ...values } of update) {
      this.#servers.set(id, { ...(this.#servers.get(id) as RegistryServer), ...values });
    }
    const written = [...insert, ...update].map(({ id }) => this.#servers.get(id) as RegistryServer);
    return { result, written: written.toSorted(newestFirst) };
  }

  async list(query: ServerQuery): Promise<readonly RegistryServer[]> {
    return [...this.#servers.values()]
      .filter((it) => isWanted(it, query))
      .toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
      .slice(0, query.limit);
  }

  async versions(name: string): Promise<readonly RegistryServer[]> {
    return [...this.#servers.values()].filter((it) => it.name === name).toSorted(newestFirst);
  }

  async find(name: string, version: string): Promise<RegistryServer | undefined> {
    const versions = await this.versions(name);
    return versions.find((it) => (version === 'latest' ? it.isLatest : it.version === version));
  }

  async countFrom(origin: string): Promise<number> {
    return [...this.#servers.values()].filter((it) => it.origin === origin && it.status !== 'deleted').length;
  }

  #insert(server: RegistryServer): void {
    const isTaken = [...this.#servers.values()].some((it) => it.name === server.name && it.version === server.version);
    if (isTaken) throw new Error(`${server.name}@${server.version} is there already.`);
    this.#servers.set(server.id, server);
  }
}

function isWanted(server: RegistryServer, query: ServerQuery): boolean {
  const { after, search = '', updatedSince, version, includeDeleted, origin, revoked } = query;
  const isAfter =
    after === undefined ||
    server.name > after.name ||
    (version !== 'latest' && server.name === after.name && server.version > after.version);
  return (
    isAfter &&
    server.name.toLowerCase().includes(search.toLowerCase()) &&
    (updatedSince === undefined || server.updatedAt > updatedSince) &&
    (version === undefined || (version === 'latest' ? server.isLatest : server.version === version)) &&
    (includeDeleted || (server.status !== 'deleted' && server.revocation === null)) &&
    (origin === undefined || server.origin === origin) &&
    (!revoked || server.revocation !== null)
  );
}

function toVersion({ server, ...rest }: RegistryServer): ServerVersion {
  return { ...rest, remoteUrls: remoteUrlsOf(server) };
}

const usersOf = (servers: readonly RegistryServer[], url: string): string[] => [
  ...new Set(
    servers
      .filter((it) => it.origin === null && it.status !== 'deleted' && remoteUrlsOf(it.server).includes(url))
      .map(({ name }) => name),
  ),
];

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
const newestFirst = (a: { publishedAt: number; version: string }, b: { publishedAt: number; version: string }) =>
  b.publishedAt - a.publishedAt || compare(b.version, a.version);
