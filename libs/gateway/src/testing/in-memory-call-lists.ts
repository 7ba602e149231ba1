import { type CallLists, type CallQuery, type ListedCall, unrecordedAt } from '../calls/list-calls.js';
import { type Closing, closedCalls } from '../escalation/ticket.js';

export const aListedCall = (parts: Partial<ListedCall> = {}): ListedCall => ({
  id: '00000000-0000-7000-8000-00000000ca11',
  principalId: '00000000-0000-7000-8000-0000000000a1',
  at: 1_000,
  tool: 'acme/orders.list',
  version: '1.0.0',
  status: 'succeeded',
  session: null,
  startedAt: 900,
  notBefore: null,
  ms: 12.5,
  code: null,
  costUsd: 0,
  isCached: false,
  ...parts,
});

interface Row {
  readonly organisationId: string;
  readonly call: ListedCall;
}

/** Lists of calls without a database. */
export class InMemoryCallLists implements CallLists {
  readonly #rows: Row[] = [];
  readonly #accepted: Row[] = [];
  readonly #closed = new Map<string, Closing['status']>();

  record(call: ListedCall, organisationId: string): void {
    this.#rows.push({ organisationId, call });
  }

  accept(call: ListedCall, organisationId: string): void {
    this.#accepted.push({ organisationId, call: { ...call, status: 'running', at: unrecordedAt } });
  }

  /** The ticket of an escalated call is closed. */
  close(id: string, status: Closing['status']): void {
    this.#closed.set(id, status);
  }

  async list(query: CallQuery & { readonly organisationId: string; readonly principalId?: string }) {
    const of = (rows: readonly Row[]) => {
      const own = rows.filter((it) => it.organisationId === query.organisationId).map((it) => it.call);
      return own.filter((it) => fits(it, query)).sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
    };
    const last = this.#rows
      .filter(({ call }) => !this.#rows.some((it) => it.call.id === call.id && it.call.at > call.at))
      .map(({ organisationId, call }) => {
        const closed = call.status === 'escalated' ? this.#closed.get(call.id) : undefined;
        return { organisationId, call: { ...call, ...(closed && closedCalls[closed]) } };
      });
    const { after } = query;
    const recorded = of(last).filter(
      ({ at, id }) => after === null || at < after.at || (at === after.at && id < after.id),
    );
    const running = after === null && query.session === undefined ? of(this.#accepted) : [];
    const known = new Set(recorded.map(({ id }) => id));
    return [...running.filter(({ id }) => !known.has(id)), ...recorded].slice(0, query.limit);
  }
}

const fits = (call: ListedCall, query: CallQuery & { readonly principalId?: string }): boolean =>
  (query.principalId === undefined || call.principalId === query.principalId) &&
  (query.tool === undefined || call.tool === query.tool) &&
  (query.version === undefined || call.version === query.version) &&
  (query.status === undefined || call.status === query.status) &&
  (query.session === undefined || call.session === query.session) &&
  (query.since === undefined || (call.at === unrecordedAt ? call.startedAt : call.at) >= query.since);
