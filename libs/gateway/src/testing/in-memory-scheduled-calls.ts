import type { ScheduledCall, ScheduledCalls, ScheduledState } from '../scheduled/scheduled-calls.js';

/** Scheduled calls without a database. */
export class InMemoryScheduledCalls implements ScheduledCalls {
  readonly #kept = new Map<string, ScheduledState>();

  async add(call: ScheduledCall, maxWaiting: number): Promise<'added' | 'full'> {
    const waiting = [...this.#kept.values()].filter(
      ({ call: other, begunAt, isCancelled }) =>
        other.principalId === call.principalId &&
        other.invocationId !== call.invocationId &&
        begunAt === null &&
        !isCancelled,
    );
    if (waiting.length >= maxWaiting) return 'full';
    const former = this.#kept.get(call.invocationId) ?? { begunAt: null, isCancelled: false, isUnwanted: false };
    this.#kept.set(call.invocationId, { ...former, call: copy(call) });
    return 'added';
  }

  async find(id: string): Promise<ScheduledState | undefined> {
    const state = this.#kept.get(id);
    return state && { ...state, call: copy(state.call) };
  }

  async begin(id: string, at: number): Promise<boolean> {
    const state = this.#kept.get(id);
    if (state === undefined || state.isCancelled) return false;
    this.#kept.set(id, { ...state, begunAt: state.begunAt ?? at });
    return true;
  }

  async cancel(id: string, principalId: string): Promise<'cancelled' | 'requested' | undefined> {
    const state = this.#kept.get(id);
    if (state === undefined || state.call.principalId !== principalId) return undefined;
    const isBegun = state.begunAt !== null;
    this.#kept.set(id, { ...state, ...(isBegun ? { isUnwanted: true } : { isCancelled: true }) });
    return isBegun ? 'requested' : 'cancelled';
  }

  async end(id: string): Promise<void> {
    this.#kept.delete(id);
  }

  async dueBefore(at: number, limit: number): Promise<readonly string[]> {
    return [...this.#kept.values()]
      .filter(({ call, isCancelled }) => call.notBefore < at || isCancelled)
      .sort((one, other) => one.call.notBefore - other.call.notBefore)
      .slice(0, limit)
      .map(({ call }) => call.invocationId);
  }
}

/** As it comes back from where it is kept. */
const copy = (call: ScheduledCall): ScheduledCall => JSON.parse(JSON.stringify(call)) as ScheduledCall;
