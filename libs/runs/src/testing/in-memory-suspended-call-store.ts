import type { Leaving, SuspendedCall, SuspendedCallStore } from '../composites/suspended-call.js';

/** Calls that were left, in memory. */
export class InMemorySuspendedCallStore implements SuspendedCallStore {
  readonly #kept = new Map<string, { readonly left: SuspendedCall; readonly isCancelled: boolean }>();

  async keep(left: SuspendedCall): Promise<void> {
    this.#kept.set(left.invocationId, { left: copy(left), isCancelled: false });
  }

  async find(invocationId: string) {
    const kept = this.#kept.get(invocationId);
    return kept && { ...kept, left: copy(kept.left) };
  }

  async cancel(invocationId: string, principalId: string): Promise<boolean> {
    const kept = this.#kept.get(invocationId);
    if (kept?.left.principalId !== principalId) return false;
    this.#kept.set(invocationId, { ...kept, isCancelled: true });
    return true;
  }

  async forget({ invocationId, leftAt }: Leaving): Promise<void> {
    if (this.#kept.get(invocationId)?.left.leftAt === leftAt) this.#kept.delete(invocationId);
  }

  async leftBefore(at: number, limit: number): Promise<readonly Leaving[]> {
    return [...this.#kept.values()]
      .map(({ left: { invocationId, leftAt } }) => ({ invocationId, leftAt }))
      .filter(({ leftAt }) => leftAt < at)
      .sort((a, b) => a.leftAt - b.leftAt)
      .slice(0, limit);
  }
}

/** As it comes back from where it is kept. */
const copy = (left: SuspendedCall): SuspendedCall => JSON.parse(JSON.stringify(left)) as SuspendedCall;
