import type { AcceptedCall, AcceptedCalls, AcceptedReach, AcceptedState } from '../accepted/accepted-calls.js';

interface Entry {
  readonly call: AcceptedCall;
  readonly holder: InMemoryAcceptedCalls;
  readonly reached: AcceptedReach | null;
  readonly isUnwanted: boolean;
  readonly isLost: boolean;
}

/** Accepted calls without a database. `another` is the view of another process; `die` ends the lease of this one. */
export class InMemoryAcceptedCalls implements AcceptedCalls {
  #isDead = false;

  constructor(private readonly book = new Map<string, Entry>()) {}

  another = (): InMemoryAcceptedCalls => new InMemoryAcceptedCalls(this.book);

  die(): void {
    this.#isDead = true;
  }

  async start(): Promise<void> {}

  async accept(call: AcceptedCall): Promise<void> {
    if (this.book.has(call.id)) throw new Error(`The id ${call.id} is taken.`);
    this.book.set(call.id, { call, holder: this, reached: null, isUnwanted: false, isLost: false });
  }

  async reach(id: string, { tool, version }: AcceptedReach): Promise<boolean> {
    const found = this.book.get(id);
    if (found === undefined || found.holder !== this || found.isLost) return false;
    this.book.set(id, { ...found, reached: { tool, version } });
    return true;
  }

  async find(id: string): Promise<AcceptedState | undefined> {
    const found = this.book.get(id);
    return found && stateOf(found);
  }

  async end(id: string): Promise<void> {
    this.book.delete(id);
  }

  async cancel(id: string): Promise<boolean> {
    const found = this.book.get(id);
    if (found === undefined || !stateOf(found).isHeld) return false;
    this.book.set(id, { ...found, isUnwanted: true });
    return true;
  }

  async unwanted(): Promise<readonly string[]> {
    const own = [...this.book.values()].filter((it) => it.holder === this && it.isUnwanted && !it.isLost);
    return own.map(({ call }) => call.id);
  }

  async takeLost(id: string): Promise<AcceptedState | undefined> {
    const entry = this.book.get(id);
    if (entry === undefined || !(entry.isLost || entry.holder.#isDead)) return undefined;
    const taken = { ...entry, holder: this, isLost: true };
    this.book.set(id, taken);
    return stateOf(taken);
  }

  static isAlive = (holder: InMemoryAcceptedCalls): boolean => !holder.#isDead;
}

const stateOf = ({ call, reached, holder, isLost }: Entry): AcceptedState => ({
  ...call,
  reached,
  isHeld: !isLost && InMemoryAcceptedCalls.isAlive(holder),
});
