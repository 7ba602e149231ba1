import type { AuthorizationRecord, AuthorizationRecords, FoundRecord } from '../delegation/authorization-records.js';

type Row = AuthorizationRecord & { readonly consumedAt: number | null };

/** The records of an authorization server, without a database. */
export class InMemoryAuthorizationRecords implements AuthorizationRecords {
  readonly #rows = new Map<string, Row>();

  async find(kind: string, id: string, now: number): Promise<FoundRecord | undefined> {
    const row = this.#rows.get(`${kind} ${id}`);
    if (row === undefined || (row.expiresAt !== null && row.expiresAt <= now)) return undefined;
    return { payload: row.payload, consumedAt: row.consumedAt };
  }

  async save(record: AuthorizationRecord): Promise<void> {
    const key = `${record.kind} ${record.id}`;
    this.#rows.set(key, { ...record, consumedAt: this.#rows.get(key)?.consumedAt ?? null });
  }

  async consume(kind: string, id: string, now: number): Promise<boolean> {
    const row = this.#rows.get(`${kind} ${id}`);
    if (row === undefined || row.consumedAt !== null) return false;
    this.#rows.set(`${kind} ${id}`, { ...row, consumedAt: now });
    return true;
  }

  async extend(kind: string, id: string, expiresAt: number): Promise<void> {
    const row = this.#rows.get(`${kind} ${id}`);
    if (row === undefined || row.expiresAt === null) return;
    this.#rows.set(`${kind} ${id}`, { ...row, expiresAt: Math.max(row.expiresAt, expiresAt) });
  }

  async remove(kind: string, id: string): Promise<void> {
    this.#rows.delete(`${kind} ${id}`);
  }

  async removeOfGrant(grantId: string): Promise<void> {
    for (const [key, row] of this.#rows) if (row.grantId === grantId) this.#rows.delete(key);
  }

  async prune(now: number): Promise<number> {
    const ended = [...this.#rows].filter(([, { expiresAt }]) => expiresAt !== null && expiresAt <= now);
    for (const [key] of ended) this.#rows.delete(key);
    return ended.length;
  }
}
