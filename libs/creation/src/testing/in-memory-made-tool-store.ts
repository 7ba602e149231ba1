import type { MadeTool, MadeToolQuery, MadeToolStore } from '../made-tool.js';

/** Keeps made tools in memory. */
export class InMemoryMadeToolStore implements MadeToolStore {
  readonly #all = new Map<string, MadeTool>();

  async add(made: MadeTool): Promise<void> {
    this.#all.set(made.id, made);
  }

  find = async (id: string) => this.#all.get(id);

  async list({ organisationId, principalId, after, limit }: MadeToolQuery): Promise<readonly MadeTool[]> {
    return [...this.#all.values()]
      .filter((it) => it.organisationId === organisationId && (principalId ?? it.principalId) === it.principalId)
      .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
      .filter(
        ({ createdAt, id }) => after === null || createdAt < after.at || (createdAt === after.at && id < after.id),
      )
      .slice(0, limit);
  }

  async decide(id: string, change: Pick<MadeTool, 'status' | 'decision' | 'promotedAs'>): Promise<boolean> {
    const made = this.#all.get(id);
    if (made?.status !== 'ephemeral') return false;
    this.#all.set(id, { ...made, ...change, expiresAt: null });
    return true;
  }

  async expire(now: number, limit: number): Promise<readonly MadeTool[]> {
    const over = [...this.#all.values()]
      .filter(({ status, expiresAt }) => status === 'ephemeral' && expiresAt !== null && expiresAt <= now)
      .slice(0, limit)
      .map((it): MadeTool => ({ ...it, status: 'expired' }));
    for (const made of over) this.#all.set(made.id, made);
    return over;
  }

  count = async (principalId: string): Promise<number> =>
    [...this.#all.values()].filter((it) => it.principalId === principalId && it.status === 'ephemeral').length;
}
