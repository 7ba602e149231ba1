import type { AlertQuery, AlertStore, SecurityAlert } from '../abuse/alert.js';

/** Alerts without a database. */
export class InMemoryAlertStore implements AlertStore {
  readonly #alerts = new Map<string, SecurityAlert>();

  async add(alert: SecurityAlert): Promise<void> {
    this.#alerts.set(alert.id, alert);
  }

  async settle(id: string, { at, revocationId }: { readonly at: number; readonly revocationId: string | null }) {
    const present = this.#alerts.get(id);
    if (present === undefined || present.settledAt !== null) return;
    this.#alerts.set(id, { ...present, settledAt: at, revocationId });
  }

  async unsettled(limit: number): Promise<readonly SecurityAlert[]> {
    const waiting = [...this.#alerts.values()].filter((it) => it.settledAt === null);
    return waiting.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
  }

  async list({ organisationId, after, limit }: AlertQuery): Promise<readonly SecurityAlert[]> {
    return [...this.#alerts.values()]
      .filter((it) => organisationId === undefined || it.organisationId === organisationId)
      .filter((it) => after === undefined || it.id < after)
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit);
  }
}
