import { expect, it } from '@jest/globals';
import { pausing } from './pausing.js';

it('goes on when the clock has let others work', async () => {
  const waiting: (() => void)[] = [];
  const after = (delayMs: number, run: () => void) => {
    expect(delayMs).toBe(0);
    waiting.push(run);
    return () => undefined;
  };
  let gone = false;
  const pause = pausing({ after })().then(() => {
    gone = true;
  });
  await Promise.resolve();
  expect(gone).toBe(false);
  waiting[0]?.();
  await pause;
  expect(gone).toBe(true);
});
