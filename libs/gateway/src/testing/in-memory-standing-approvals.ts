import type { StandingApproval, StandingApprovalStore } from '../approvals/standing/standing-approval.js';

/** Standing approvals without a database. */
export class InMemoryStandingApprovals implements StandingApprovalStore {
  readonly #rows = new Map<string, StandingApproval>();

  async add(standing: StandingApproval): Promise<void> {
    this.#rows.set(standing.id, standing);
  }

  find = async (id: string): Promise<StandingApproval | undefined> => this.#rows.get(id);

  list = async (organisationId: string): Promise<readonly StandingApproval[]> =>
    [...this.#rows.values()]
      .filter((it) => it.organisationId === organisationId)
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, 1_000);

  usable = async (principalId: string, tool: string, now: number): Promise<readonly StandingApproval[]> =>
    [...this.#rows.values()]
      .filter((it) => it.principalId === principalId && it.tool === tool && isUsable(it, now))
      .sort((a, b) => a.expiresAt - b.expiresAt);

  async spend(id: string, now: number): Promise<StandingApproval | undefined> {
    const row = this.#rows.get(id);
    if (row === undefined || !isUsable(row, now)) return undefined;
    const spent = { ...row, used: row.used + 1 };
    this.#rows.set(id, spent);
    return spent;
  }

  async revoke(id: string, at: number): Promise<boolean> {
    const row = this.#rows.get(id);
    if (row === undefined || row.revokedAt !== null) return false;
    this.#rows.set(id, { ...row, revokedAt: at });
    return true;
  }
}

const isUsable = ({ revokedAt, expiresAt, used, count }: StandingApproval, now: number): boolean =>
  revokedAt === null && expiresAt > now && used < count;
