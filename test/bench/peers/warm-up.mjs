import { rawLoad } from './raw-http.mjs';

/** A new process becomes as fast as it gets by calls, and not by time, of which others may take the most. */
export async function warmUp({ raw }, { concurrency, warmUpCalls, warmUpMs }) {
  const until = performance.now() + warmUpMs;
  for (let made = 0; made < warmUpCalls && performance.now() < until; )
    made += (await rawLoad(raw, { concurrency, durationMs: 500 })).calls;
}
