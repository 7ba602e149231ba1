import { expect, it } from '@jest/globals';
import { pausing } from './pausing.js';

it('resumes after the clock has let other work run', async () => {
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
