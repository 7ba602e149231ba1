import type { MaskedOwner, MaskedValue, MaskedValueStore } from '../content/masked-value.js';

/** Masked values in memory. */
export class InMemoryMaskedValues implements MaskedValueStore {
  readonly #values = new Map<string, MaskedValue>();

  async keep(values: readonly MaskedValue[]): Promise<void> {
    for (const it of values) {
      const known = this.#values.get(it.token);
      const expiresAt = Math.max(it.expiresAt, known?.expiresAt ?? 0);
      this.#values.set(it.token, { ...(known ?? it), expiresAt });
    }
  }

  async find(owner: MaskedOwner, tokens: readonly string[], at: number): Promise<readonly MaskedValue[]> {
    return [...this.#values.values()].filter(
      (it) =>
        tokens.includes(it.token) &&
        it.organisationId === owner.organisationId &&
        it.principalId === owner.principalId &&
        it.session === owner.session &&
        it.expiresAt > at,
    );
  }

  async prune(at: number): Promise<number> {
    const expired = [...this.#values.values()].filter((it) => it.expiresAt <= at);
    for (const { token } of expired) this.#values.delete(token);
    return expired.length;
  }
}
