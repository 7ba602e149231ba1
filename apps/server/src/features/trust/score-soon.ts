import type { Clock } from '@assay/kernel';
import type { ScoreVersions } from '@assay/trust';

/** A new version shows what it starts with at once; what it inherits, this much later. */
const publishedWithinMs = 1_000;

/** Scores versions of which something new is known, in the background. Many that are published at once are scored together. */
export class ScoreSoon {
  #stopWaiting: (() => void) | undefined;

  constructor(
    private readonly scoring: Pick<ScoreVersions, 'run'>,
    private readonly clock: Pick<Clock, 'after'>,
    private readonly onProblem: (cause: unknown) => void,
  ) {}

  readonly now = (): void => void this.scoring.run().catch(this.onProblem);

  /** Something was published: it is scored in a moment, without anybody waiting for it. */
  published(): void {
    this.#stopWaiting ??= this.clock.after(publishedWithinMs, () => {
      this.#stopWaiting = undefined;
      this.now();
    });
  }

  stop(): void {
    this.#stopWaiting?.();
  }
}
