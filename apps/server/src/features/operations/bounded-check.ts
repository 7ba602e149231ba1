import type { Clock } from '@assay/kernel';

/** What is answered in place of a check that takes too long. */
export const noAnswer = (withinMs: number): string => `no answer within ${withinMs} ms`;

/**
 * A check that answers in time: null when well, otherwise what is wrong. While one run of it hangs no other is begun, so
 * that asking often does not use up what is left.
 */
export function boundedCheck(
  check: () => Promise<unknown>,
  withinMs: number,
  clock: Pick<Clock, 'after'>,
): () => Promise<string | null> {
  let running: Promise<string | null> | undefined;
  const begin = (): Promise<string | null> => {
    const run = check().then(
      () => null,
      (error: unknown) => (error as Error).message,
    );
    running = run.finally(() => {
      running = undefined;
    });
    return running;
  };
  return async () => {
    const late = Promise.withResolvers<string>();
    const stopTimer = clock.after(withinMs, () => late.resolve(noAnswer(withinMs)));
    try {
      return await Promise.race([running ?? begin(), late.promise]);
    } finally {
      stopTimer();
    }
  };
}
