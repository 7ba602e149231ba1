import type { Clock } from '@assay/kernel';

/** Changes that may move what a toolset shows. */
const moving: ReadonlySet<string> = new Set([
  'toolset',
  'tool-version',
  'revocation',
  'grant',
  'endorsement',
  'namespace',
]);

const compareAfterMs = 1_000;

/** Compares what toolsets show with what they showed, a while after a change, and notifies when it differs. */
export class ShownToolsets {
  readonly #listeners = new Set<() => void>();
  #last = '';
  #waiting = false;

  constructor(
    private readonly signature: () => string,
    private readonly clock: Pick<Clock, 'after'>,
  ) {}

  /** Called when what a set shows has changed, at most once a second. Answers how to stop that. */
  listen(listener: () => void): () => void {
    if (this.#listeners.size === 0) this.#last = this.signature();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** After each batch of changes. */
  changed(changes: readonly { readonly kind: string }[]): void {
    if (this.#waiting || this.#listeners.size === 0 || !changes.some(({ kind }) => moving.has(kind))) return;
    this.#waiting = true;
    this.clock.after(compareAfterMs, () => this.#compare());
  }

  #compare(): void {
    this.#waiting = false;
    const now = this.signature();
    if (now === this.#last) return;
    this.#last = now;
    for (const notify of this.#listeners) notify();
  }
}
