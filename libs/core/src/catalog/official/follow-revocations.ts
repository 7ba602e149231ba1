import { latestUpdates } from './latest-version.js';
import { type OfficialPorts, revocationOf } from './official-ports.js';
import type { ServerVersion } from './registry-server.js';
import type { ServerQuery } from './registry-server-store.js';

type RevocationPorts = Pick<OfficialPorts, 'store' | 'revocations' | 'directory'>;

interface Target {
  readonly namespace: string;
  /** Null for the whole namespace. */
  readonly tool: string | null;
}

const pageSize = 200;

/**
 * Makes servers show the revocations that cover them. What is shown is written, not worked out when it is read, so that
 * a reader who asks for what has changed is told. Doing it twice, or on several replicas at once, changes nothing more.
 */
export class FollowRevocations {
  constructor(private readonly ports: RevocationPorts) {}

  /** After a revocation of a tool or a whole namespace was made, lifted or moved. */
  async of(target: Target): Promise<void> {
    for (const name of this.#namesOf(target)) {
      const wanted = name.toLowerCase();
      await this.#each({ search: wanted, includeDeleted: true }, (server) => {
        const key = server.toLowerCase();
        return target.tool === null ? key.startsWith(wanted) : key === wanted;
      });
    }
  }

  /** Every server that shows a revocation, and every one that `targets` name: what was missed while nobody listened. */
  async all(targets: Iterable<Target>): Promise<void> {
    await this.#each({ revoked: true, includeDeleted: true }, () => true);
    for (const target of targets) await this.of(target);
  }

  /** Present and former names, since a server keeps the one it was published under. */
  #namesOf({ namespace, tool }: Target): string[] {
    const { aliases } = this.ports.directory;
    const homes = [namespace, ...aliases.ofNamespace(namespace)].map((home) => `${home}/${tool ?? ''}`);
    return tool === null ? homes : [...homes, ...aliases.ofTool(`${namespace}/${tool}`)];
  }

  async #each(query: Omit<ServerQuery, 'limit'>, wanted: (name: string) => boolean): Promise<void> {
    const names = new Set<string>();
    let after: ServerQuery['after'];
    do {
      const page = await this.ports.store.list({ ...query, limit: pageSize, ...(after !== undefined && { after }) });
      for (const { name } of page) if (wanted(name)) names.add(name);
      after = page.length < pageSize ? undefined : page.at(-1);
    } while (after !== undefined);
    for (const name of names) await this.#settle(name);
  }

  async #settle(name: string): Promise<void> {
    await this.ports.store.change({ names: [name] }, ({ at, versions }) => {
      const present = versions.get(name) ?? [];
      const next = present.map(
        (it): ServerVersion => ({ ...it, revocation: revocationOf(this.ports, name, it.version) }),
      );
      const moved = next.filter((it, index) => it.revocation?.id !== present[index]?.revocation?.id);
      if (moved.length === 0) return { result: null };
      const latest = new Map(latestUpdates(next, at).map((it) => [it.id, it]));
      const updates = moved.map(({ id, revocation }) => ({ id, revocation, updatedAt: at, ...latest.get(id) }));
      const others = [...latest.values()].filter(({ id }) => !moved.some((it) => it.id === id));
      return { update: [...updates, ...others], result: null };
    });
  }
}
