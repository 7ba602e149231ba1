/** Child processes of a benchmark: started, watched through /proc, and ended one by one by their own pid. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Kernel ticks a second; Linux has used 100 for user space everywhere. */
const ticksPerSecond = 100;

/** The fields of /proc/<pid>/stat behind the name, or undefined when the process is gone. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** A process and its descendants, as they are now: `{pid, startedAt}`, where both together never name another. */
export function treeOf(root) {
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statOf(name);
    if (fields) parents.set(Number(name), { parent: Number(fields[1]), startedAt: fields[19] });
  }
  const tree = parents.has(root) ? [root] : [];
  for (const pid of tree) {
    for (const [child, { parent }] of parents) if (parent === pid) tree.push(child);
  }
  return tree.map((pid) => ({ pid, startedAt: parents.get(pid).startedAt }));
}

/** CPU milliseconds so far (user and system, ended children of theirs included) and resident MiB of a process tree. */
export function usageOf(root) {
  let ticks = 0;
  let residentKiB = 0;
  for (const { pid } of treeOf(root)) {
    const fields = statOf(pid);
    if (!fields) continue;
    ticks += fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    residentKiB += residentOf(pid);
  }
  return { cpuMs: (ticks * 1000) / ticksPerSecond, residentMiB: residentKiB / 1024 };
}

function residentOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** CPU milliseconds of a process's main thread so far, exact to the microsecond where the kernel says it. */
export function mainThreadMs(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** A loopback port nobody listens on at the moment. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const started = new Set();

/** Starts Node with a script. Its error output is kept for the message when it dies early. */
export function start(script, args, environment = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const running = { child, pid: child.pid, errors: '', exited: false };
  child.stderr.on('data', (chunk) => {
    running.errors = (running.errors + chunk).slice(-2_000);
  });
  child.once('exit', () => {
    running.exited = true;
  });
  started.add(running);
  return running;
}

/** Waits until something answers at `url`, whatever it answers. */
export async function answersAt(url, running, withinMs = 15_000) {
  for (const until = Date.now() + withinMs; Date.now() < until; await wait(50)) {
    if (running.exited) throw new Error(`A process for ${url} ended at once: ${running.errors}`);
    const response = await fetch(url, { method: 'GET' }).catch(() => undefined);
    await response?.body?.cancel();
    if (response) return;
  }
  throw new Error(`Nothing answers at ${url} after ${withinMs} ms.`);
}

const isSame = ({ pid, startedAt }) => statOf(pid)?.[19] === startedAt;

function signal(member, name) {
  try {
    if (isSame(member)) process.kill(member.pid, name);
  } catch {
    // It ended by itself in the meantime.
  }
}

/** Ends a child with all its descendants: asks the tree, then insists after two seconds. */
export async function end(running) {
  started.delete(running);
  const tree = treeOf(running.pid);
  for (const member of tree) signal(member, 'SIGTERM');
  for (const until = Date.now() + 2_000; Date.now() < until && tree.some(isSame); await wait(50));
  for (const member of tree) signal(member, 'SIGKILL');
}

export const endAll = () => Promise.all([...started].map(end));
