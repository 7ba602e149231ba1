import { keepSessionMs, type SessionCall, type SessionTotal, type SessionTotals } from '../output/session-tokens.js';

interface Row {
  readonly call: SessionCall;
  readonly at: number;
}

/** Totals of sessions without a database. */
export class InMemorySessionTotals implements SessionTotals {
  #rows: Row[] = [];

  async add(calls: readonly SessionCall[], at: number): Promise<void> {
    this.#rows.push(...calls.map((call) => ({ call, at })));
  }

  async read(principalId: string, session: string): Promise<SessionTotal | undefined> {
    const calls = this.#rows
      .map((it) => it.call)
      .filter((it) => it.principalId === principalId && it.session === session);
    if (calls.length === 0) return undefined;
    const sum = (of: (call: SessionCall) => number) => calls.reduce((total, call) => total + of(call), 0);
    const definitions = new Map(calls.map(({ versionId, tokens }) => [versionId, tokens.schemas]));
    return {
      calls: calls.length,
      tokens: {
        schemas: [...definitions.values()].reduce((total, it) => total + it, 0),
        arguments: sum(({ tokens }) => tokens.arguments),
        result: sum(({ tokens }) => tokens.result),
        validation: sum(({ tokens }) => tokens.validation),
      },
    };
  }

  async prune(at: number): Promise<number> {
    const isOld = (row: Row) => row.at <= at - keepSessionMs;
    const before = this.#rows.length;
    this.#rows = this.#rows.filter((row) => !isOld(row));
    return before - this.#rows.length;
  }
}
