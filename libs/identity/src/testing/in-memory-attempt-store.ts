import type { AttemptStore, Challenge } from '../sign-in/account-store.js';

/** Challenges and wrong passwords without a database. */
export class InMemoryAttemptStore implements AttemptStore {
  readonly #challenges = new Map<string, Challenge>();
  readonly #failures = new Map<string, { readonly count: number; readonly lastAt: number }>();

  async keep(challenge: Challenge): Promise<void> {
    this.#challenges.set(challenge.challenge, challenge);
  }

  async take(challenge: string, at: number): Promise<Challenge | undefined> {
    const found = this.#challenges.get(challenge);
    this.#challenges.delete(challenge);
    return found !== undefined && found.expiresAt > at ? found : undefined;
  }

  async failed(subjects: readonly string[], at: number): Promise<void> {
    for (const subject of subjects)
      this.#failures.set(subject, { count: (this.#failures.get(subject)?.count ?? 0) + 1, lastAt: at });
  }

  async failures(subjects: readonly string[]) {
    return new Map([...this.#failures].filter(([subject]) => subjects.includes(subject)));
  }

  async forget(subjects: readonly string[]): Promise<void> {
    for (const subject of subjects) this.#failures.delete(subject);
  }

  async prune(expiredBefore: number, failedBefore: number): Promise<number> {
    const challenges = [...this.#challenges.values()].filter(({ expiresAt }) => expiresAt < expiredBefore);
    const failures = [...this.#failures].filter(([, { lastAt }]) => lastAt < failedBefore);
    for (const { challenge } of challenges) this.#challenges.delete(challenge);
    for (const [subject] of failures) this.#failures.delete(subject);
    return challenges.length + failures.length;
  }
}
