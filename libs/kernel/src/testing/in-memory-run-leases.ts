import type { Clock } from '../clock.js';
import type { RunLeases } from '../durable-runs.js';

interface Lease {
  until: number;
  takenBy: string | null;
}

/** Leases of replicas in memory, with the test's clock. */
export class InMemoryRunLeases implements RunLeases {
  readonly #leases = new Map<string, Lease>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  async renew(executorId: string, leaseMs: number): Promise<boolean> {
    const lease = this.#leases.get(executorId);
    if (lease !== undefined && lease.takenBy !== null && lease.until > this.clock.now()) return false;
    this.#leases.set(executorId, { until: this.clock.now() + leaseMs, takenBy: null });
    return true;
  }

  async takeLapsed(by: string, leaseMs: number): Promise<readonly string[]> {
    const isFree = ({ until, takenBy }: Lease) => until <= this.clock.now() || takenBy === by;
    const lapsed = [...this.#leases].filter(([id, lease]) => id !== by && isFree(lease));
    for (const [, lease] of lapsed) Object.assign(lease, { takenBy: by, until: this.clock.now() + leaseMs });
    return lapsed.map(([id]) => id);
  }

  async settle(executorId: string, by: string): Promise<void> {
    if (this.#leases.get(executorId)?.takenBy === by) this.#leases.delete(executorId);
  }

  async end(executorId: string): Promise<void> {
    const lease = this.#leases.get(executorId);
    if (lease?.takenBy === null) lease.until = this.clock.now();
  }

  knows = async (executorId: string): Promise<boolean> => this.#leases.has(executorId);
}
