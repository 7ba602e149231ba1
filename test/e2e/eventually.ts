import { setTimeout as pause } from 'node:timers/promises';

const someSeconds = 500;
const betweenMs = 15;

/** Asks again until the answer is there: for what happens soon but not before an answer. Fails after some seconds, or the tries given. */
export async function eventually<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  what: string,
  tries = someSeconds,
): Promise<T> {
  for (let made = 0; made < tries; made += 1) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await pause(betweenMs);
  }
  throw new Error(`It never happened: ${what}.`);
}
