/**
 * Loaded into the measured server before anything else: tells, over a port of its own, for how long its event loop was
 * held, in elapsed time and in processor time of its thread (which other processes of the machine do not lengthen).
 */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const tickMs = 2;
if (isMainThread) watch();

function watch() {
  const delay = monitorEventLoopDelay({ resolution: tickMs });
  delay.enable();

  const threadMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1e3;
  };
  let tickAt = threadMs();
  let heldMs = 0;
  setInterval(() => {
    const now = threadMs();
    heldMs = Math.max(heldMs, now - tickAt);
    tickAt = now;
  }, tickMs).unref();

  let begunAt = threadMs();

  /** Each request answers what was measured since the one before. */
  createServer((_request, response) => {
    const now = threadMs();
    response.end(JSON.stringify({ stallMs: delay.max / 1e6, heldMs, cpuMs: now - begunAt }));
    delay.reset();
    heldMs = 0;
    begunAt = threadMs();
    tickAt = begunAt;
  })
    .listen(Number(process.env.LOOP_PORT), '127.0.0.1')
    .unref();
}
