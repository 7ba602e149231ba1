import { type ChangeFeed, type Clock, fail } from '@assay/kernel';
import { isReadOnly, type PlainStage } from './call.js';

/** Beyond this, only tools that read are called, with a warning; in ms. */
export const staleAfterMs = 3_000;
/** Beyond this, nothing is called; in ms. */
export const blindAfterMs = 30_000;
/** How long a call waits for the database to confirm that nothing has been missed, in ms. */
const askForMs = 250;
/** After an answer, or none, the next question waits this long, in ms. */
const askEveryMs = 1_000;

/**
 * How old this replica's view of the catalogue is. It is confirmed twice a second; when it seems old all the same, the
 * database is asked once more before anything is concluded, so that a busy or suspended process, or a clock that was set,
 * raises no alarm. Calls that come meanwhile share the question.
 */
export class Freshness {
  readonly #feed: Pick<ChangeFeed, 'sinceConfirmedMs' | 'caughtUp'>;
  readonly #clock: Clock;
  #asking: Promise<void> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(feed: Pick<ChangeFeed, 'sinceConfirmedMs' | 'caughtUp'>, clock: Clock) {
    this.#feed = feed;
    this.#clock = clock;
  }

  /** Milliseconds since the view was last confirmed. */
  ageMs = (): number => this.#feed.sinceConfirmedMs();

  /** The age after the database has been asked, if it answers at once. */
  async ask(): Promise<number> {
    if (this.#asking === undefined && this.#clock.monotonic() - this.#askedAt >= askEveryMs) {
      this.#asking = this.#answerOrTime().finally(() => {
        this.#asking = undefined;
        this.#askedAt = this.#clock.monotonic();
      });
    }
    await this.#asking;
    return this.ageMs();
  }

  #answerOrTime(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopTimer = this.#clock.after(askForMs, resolve);
    return Promise.race([this.#feed.caughtUp().catch(() => undefined), promise]).finally(stopTimer);
  }
}

/**
 * A replica cut off from its database may have missed a revocation: after 3 s it calls read-only tools only, and says
 * so; after 30 s none.
 */
export const fresh = (freshness: Freshness): PlainStage => ({
  name: 'freshness',
  run(call) {
    if (freshness.ageMs() <= staleAfterMs) return undefined;
    return freshness.ask().then((ageMs) => {
      if (ageMs <= staleAfterMs) return undefined;
      if (ageMs > blindAfterMs) return refusal(ageMs, 'nothing is called until it answers again');
      if (!isReadOnly(call.resolved.version))
        return refusal(ageMs, 'tools that may have effects are not called until then');
      call.happened.warnings.push(`${unheard(ageMs)}: a revocation made since may be missing here`);
      return undefined;
    });
  },
});

const unheard = (ageMs: number): string =>
  `This server has not heard from its database for ${Math.floor(ageMs / 1_000)} s`;

const refusal = (ageMs: number, consequence: string) =>
  fail(
    'unavailable',
    `${unheard(ageMs)} and may have missed a revocation: ${consequence}. Try again in a moment; /readyz says when it is back.`,
    { retryAfterMs: 1_000 },
  ).error;
