import {
  keepSessionMs,
  type SessionCall,
  type SessionKey,
  type SessionTotal,
  type SessionTotals,
} from '../output/session-tokens.js';
import type { ModelWindow } from '../output/token-account.js';

interface Row {
  readonly call: SessionCall;
  readonly at: number;
}

interface KeptWindow {
  readonly window?: ModelWindow;
  readonly released: number;
  readonly at: number;
}

const placeOf = (principalId: string, session: string): string => `${principalId} ${session}`;

/** Totals of sessions without a database. */
export class InMemorySessionTotals implements SessionTotals {
  #rows: Row[] = [];
  readonly #windows = new Map<string, KeptWindow>();

  async add(calls: readonly SessionCall[], at: number): Promise<void> {
    this.#rows.push(...calls.map((call) => ({ call, at })));
  }

  async read(principalId: string, session: string): Promise<SessionTotal | undefined> {
    const calls = this.#rows
      .map((it) => it.call)
      .filter((it) => it.principalId === principalId && it.session === session);
    const kept = this.#windows.get(placeOf(principalId, session));
    if (calls.length === 0 && kept === undefined) return undefined;
    const sum = (of: (call: SessionCall) => number) => calls.reduce((total, call) => total + of(call), 0);
    const definitions = new Map<string, number>();
    for (const { versionId, tokens } of calls)
      definitions.set(versionId, Math.max(tokens.schemas, definitions.get(versionId) ?? 0));
    return {
      calls: sum((call) => call.calls ?? 1),
      ...(kept?.window && { window: kept.window }),
      released: kept?.released ?? 0,
      tokens: {
        schemas: [...definitions.values()].reduce((total, it) => total + it, 0),
        arguments: sum(({ tokens }) => tokens.arguments),
        result: sum(({ tokens }) => tokens.result),
        validation: sum(({ tokens }) => tokens.validation),
      },
    };
  }

  async setWindow({ principalId, session }: SessionKey, window: ModelWindow, at: number): Promise<void> {
    const place = placeOf(principalId, session);
    this.#windows.set(place, { released: 0, ...this.#windows.get(place), window, at });
  }

  async release({ principalId, session }: SessionKey, tokens: number, at: number): Promise<void> {
    const place = placeOf(principalId, session);
    const before = this.#windows.get(place);
    this.#windows.set(place, { ...before, released: Math.max(tokens, before?.released ?? 0), at });
  }

  async prune(at: number): Promise<number> {
    const isOld = (row: Row) => row.at <= at - keepSessionMs;
    const before = this.#rows.length + this.#windows.size;
    this.#rows = this.#rows.filter((row) => !isOld(row));
    for (const [place, { at: touched }] of this.#windows)
      if (touched <= at - keepSessionMs) this.#windows.delete(place);
    return before - this.#rows.length - this.#windows.size;
  }
}
