import { type ListedServers, type RevocationTarget, versionsWithin } from '@assay/registry';
import { latestUpdates } from './latest-version.js';
import { type OfficialPorts, revocationOf } from './official-ports.js';
import { nameHere } from './publisher.js';
import type { ServerVersion } from './registry-server.js';
import type { ServerQuery, ServerUpdate } from './registry-server-store.js';

type RevocationPorts = Pick<OfficialPorts, 'store' | 'revocations' | 'directory'>;

/** A null tool represents the whole namespace. */
type Target = Pick<RevocationTarget, 'namespace' | 'tool'>;

const pageSize = 200;

/**
 * Updates servers with the revocations that cover them. The status is stored rather than computed when read, so that
 * clients who request changes see it. Idempotent, also on several replicas at once.
 */
export class FollowRevocations implements ListedServers {
  constructor(private readonly ports: RevocationPorts) {}

  /** After a revocation of a tool or a whole namespace was made, lifted or moved. */
  async show(target: Target): Promise<void> {
    for await (const names of this.#named(target)) await this.#settle(names);
  }

  async has({ range, ...target }: RevocationTarget): Promise<boolean> {
    for await (const names of this.#named(target)) {
      if (range === null || versionsWithin(range) !== undefined) return true;
      for (const name of names) if ((await this.ports.store.find(name, range))?.version === range) return true;
    }
    return false;
  }

  /** Every server that shows a revocation, and every one that `targets` name: catches up on missed changes. */
  async showAll(targets: Iterable<Target>): Promise<void> {
    for await (const names of this.#names({ revoked: true, includeDeleted: true })) await this.#settle(names);
    for (const target of targets) await this.show(target);
  }

  /** Names of the servers that a target covers, in batches; none when there are none. */
  async *#named(target: Target): AsyncGenerator<readonly string[]> {
    for (const name of this.#namesOf(target)) {
      for await (const page of this.#names({ search: name, includeDeleted: true })) {
        const names = page
          .map((server) => ({ server, key: nameHere(server) }))
          .filter(({ key }) => (target.tool === null ? key.startsWith(name) : key === name))
          .map(({ server }) => server);
        if (names.length > 0) yield names;
      }
    }
  }

  /** Current and former names, since a server keeps the one it was published under. */
  #namesOf({ namespace, tool }: Target): string[] {
    const { aliases } = this.ports.directory;
    const homes = [namespace, ...aliases.ofNamespace(namespace)].map((home) => `${home}/${tool ?? ''}`);
    return tool === null ? homes : [...homes, ...aliases.ofTool(`${namespace}/${tool}`)];
  }

  /** The names of a page of rows, without duplicates. */
  async *#names(query: Omit<ServerQuery, 'limit'>): AsyncGenerator<readonly string[]> {
    let after: ServerQuery['after'];
    do {
      const page = await this.ports.store.list({ ...query, limit: pageSize, ...(after !== undefined && { after }) });
      yield [...new Set(page.map(({ name }) => name))];
      after = page.length < pageSize ? undefined : page.at(-1);
    } while (after !== undefined);
  }

  async #settle(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    await this.ports.store.change({ names }, ({ at, versions }) => ({
      update: [...versions].flatMap(([name, present]) => this.#settled(name, present, at)),
      result: null,
    }));
  }

  /** What has to be written so that the versions of a name show the revocations that cover them. */
  #settled(name: string, present: readonly ServerVersion[], at: number): ServerUpdate[] {
    const next = present.map((it) => ({ ...it, revocation: revocationOf(this.ports, name, it.version) }));
    const moved = next.filter((it, index) => it.revocation?.id !== present[index]?.revocation?.id);
    if (moved.length === 0) return [];
    const latest = new Map(latestUpdates(next, at).map((it) => [it.id, it]));
    const updates = moved.map(({ id, revocation }) => ({ id, revocation, updatedAt: at, ...latest.get(id) }));
    return [...updates, ...[...latest.values()].filter(({ id }) => !moved.some((it) => it.id === id))];
  }
}
