import type { Notice, Notices } from '../notices.js';

/** Records sent notices; a key reaches a recipient once, as the port requires. */
export class InMemoryNotices implements Notices {
  readonly sent: Notice[] = [];
  readonly #reached = new Set<string>();

  async send(notices: readonly Notice[]): Promise<void> {
    for (const notice of notices) {
      const to = notice.to.filter((it) => !this.#reached.has(`${notice.key} ${it.principalId}`));
      for (const { principalId } of to) this.#reached.add(`${notice.key} ${principalId}`);
      if (to.length > 0) this.sent.push({ ...notice, to });
    }
  }

  /** `kind subject` of everything sent. */
  get lines(): string[] {
    return this.sent.map(({ kind, subject }) => `${kind} ${subject}`);
  }
}
