import type { Authorization, Connection, ConnectionPatch, ConnectionStore } from '@assay/vault';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';

/** Connections without a database. */
export class InMemoryConnectionStore implements ConnectionStore {
  readonly #rows = new Map<string, Connection>();
  readonly #leases = new Map<string, number>();
  readonly #authorizations = new Map<string, { row: Authorization; attempts: number }>();

  constructor(private readonly feed: InMemoryChangeFeed) {}

  async add(connection: Connection): Promise<boolean> {
    if ([...this.#rows.values()].some((it) => placeOf(it) === placeOf(connection))) return false;
    this.#keep(connection);
    return true;
  }

  async change(id: string, patch: ConnectionPatch, at: number, revision?: number): Promise<boolean> {
    const row = this.#rows.get(id);
    if (row === undefined || (revision !== undefined && row.revision !== revision)) return false;
    const grows = patch.secret !== undefined || patch.tokens !== undefined;
    this.#leases.delete(id);
    this.#keep({ ...row, ...patch, revision: row.revision + (grows ? 1 : 0), updatedAt: at });
    return true;
  }

  async remove(id: string): Promise<boolean> {
    if (!this.#rows.delete(id)) return false;
    await this.end(id);
    this.feed.remove('connection', id);
    return true;
  }

  async find(id: string): Promise<Connection | undefined> {
    return this.#rows.get(id);
  }

  async lease(id: string, now: number, until: number) {
    const connection = this.#rows.get(id);
    if (connection === undefined) return undefined;
    const leased = (this.#leases.get(id) ?? 0) <= now;
    if (leased) this.#leases.set(id, until);
    return { connection, leased };
  }

  async release(id: string): Promise<void> {
    this.#leases.delete(id);
  }

  async begin(row: Authorization, now: number): Promise<void> {
    for (const [state, { row: other }] of this.#authorizations)
      if (other.connectionId === row.connectionId || other.expiresAt <= now) this.#authorizations.delete(state);
    this.#authorizations.set(row.state, { row, attempts: 0 });
  }

  async take(state: string, now: number): Promise<Authorization | undefined> {
    const found = this.#authorizations.get(state)?.row;
    if (found === undefined || found.code !== null || found.expiresAt <= now) return undefined;
    this.#authorizations.delete(state);
    return found;
  }

  async answered(connectionId: string, now: number, attempts: number): Promise<Authorization | undefined> {
    const found = [...this.#authorizations.values()].find(({ row }) => row.connectionId === connectionId);
    if (found === undefined || found.row.code === null) return undefined;
    if (found.row.expiresAt <= now || found.attempts >= attempts) return undefined;
    found.attempts += 1;
    return found.row;
  }

  async end(connectionId: string): Promise<void> {
    for (const [state, { row }] of this.#authorizations)
      if (row.connectionId === connectionId) this.#authorizations.delete(state);
  }

  #keep(row: Connection): void {
    this.#rows.set(row.id, row);
    this.feed.put('connection', row);
  }
}

const placeOf = ({ organisationId, shared, principalId, serverId, origin }: Connection): string =>
  `${organisationId} ${shared ? 'shared' : principalId} ${serverId ?? origin}`;
