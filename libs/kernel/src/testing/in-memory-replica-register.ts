import type { Clock } from '../clock.js';
import type { Replica, ReplicaRegister, SeenReplica } from '../replica-register.js';

type Row = Omit<SeenReplica, 'silentMs'>;

/** A register that ends with the test. */
export class InMemoryReplicaRegister implements ReplicaRegister {
  #rows = new Map<string, Row>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  async announce(replica: Replica): Promise<void> {
    this.#rows.set(replica.id, { ...replica, seenAt: this.clock.now(), stoppedAt: null });
  }

  async leave(id: string): Promise<void> {
    const row = this.#rows.get(id);
    if (row !== undefined) this.#rows.set(id, { ...row, seenAt: this.clock.now(), stoppedAt: this.clock.now() });
  }

  async list(): Promise<readonly SeenReplica[]> {
    return [...this.#rows.values()]
      .map((row) => ({ ...row, silentMs: this.clock.now() - row.seenAt }))
      .toSorted((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? -1 : 1));
  }

  async forget(silentMs: number): Promise<void> {
    for (const { id, silentMs: silent } of await this.list()) if (silent >= silentMs) this.#rows.delete(id);
  }
}
