/**
 * What the limits cost: one call's counters (ten of them: provider, day and sandbox with their shares, and the caller) in
 * memory and in a Redis that is started for it, and how many bytes a counter keeps.
 *
 *     node --expose-gc test/bench/limits.mjs
 */
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { pathToFileURL } from 'node:url';
import { RedisConnection, RedisRateLimits } from '@assay/coordination';
import { LimitCounters, LimitRules, LocalRateLimits } from '@assay/gateway';
import { Directory } from '@assay/identity';

const clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
const callers = 50;
const inMemory = 300_000;
const inRedis = 20_000;
const atOnce = 64;
const countersKept = 20_000;

function ports() {
  const rules = new LimitRules();
  // So much that nothing is refused: refusals cost more and come to floods only.
  for (const name of ['provider.calls', 'provider.calls.daily', 'sandbox.calls', 'sandbox.calls.own', 'caller.calls'])
    rules.apply({
      kind: 'limit',
      id: name,
      state: { id: name, name, subjectId: null, tool: null, organisationId: '', limit: 1_000_000_000 },
    });
  return new LimitCounters(rules, new Directory());
}
const version = { id: 'version', organisationId: 'provider', namespace: 'acme', tool: 'echo', stage: 'SANDBOX' };
const callerOf = (number) => ({
  principalId: `caller ${number}`,
  organisationId: `organisation ${number % 5}`,
  name: 'c',
});
const all = Array.from({ length: callers }, (_, number) => callerOf(number));

function local() {
  const counters = ports();
  const limits = new LocalRateLimits(clock);
  const turn = (index) => limits.acquire(counters.ofCall(all[index % callers], version), 1);
  for (let index = 0; index < inMemory / 10; index += 1) turn(index);
  const begun = performance.now();
  for (let index = 0; index < inMemory; index += 1) turn(index);
  const ms = performance.now() - begun;
  const row = (name, value, unit) => ({ name: `limits in memory: ${name}`, value, unit });
  return [
    row('one call, 10 counters', (ms * 1e6) / inMemory, 'ns'),
    row('calls', (inMemory / ms) * 1_000, 'calls/s'),
    row('a counter', bytesOfCounter(), 'bytes'),
  ];
}

function bytesOfCounter() {
  if (globalThis.gc === undefined) return Number.NaN;
  globalThis.gc();
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  const before = used();
  const limits = new LocalRateLimits(clock);
  for (let index = 0; index < countersKept; index += 1)
    limits.acquire([{ key: `caller.calls ${index}`, limit: 5, window: { kind: 'sliding', ms: 60_000 } }], 1);
  globalThis.gc();
  return (used() - before) / limits.size;
}

async function redis() {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    process.stdout.write('limits: redis-server is not installed; only memory was measured\n');
    return [];
  }
  const port = await freePort();
  const server = spawn('redis-server', [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ]);
  const connection = new RedisConnection({ url: `redis://127.0.0.1:${port}`, clock, patienceMs: 10_000 });
  try {
    await new Promise((resolve) => {
      server.stdout.on('data', (text) => String(text).includes('Ready to accept') && resolve());
    });
    await connection.open();
    return await measureRedis(connection);
  } finally {
    await connection.close();
    server.kill();
  }
}

async function measureRedis(connection) {
  const counters = ports();
  const limits = new RedisRateLimits({ redis: connection, clock, replicas: () => 1 });
  const turn = (index) => limits.acquire(counters.ofCall(all[index % callers], version), 1);
  for (let index = 0; index < inRedis / 10; index += 1) await turn(index);
  const times = [];
  for (let index = 0; index < inRedis / 10; index += 1) {
    const begun = performance.now();
    await turn(index);
    times.push(performance.now() - begun);
  }
  const begun = performance.now();
  for (let from = 0; from < inRedis; from += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, index) => turn(from + index)));
  const ms = performance.now() - begun;
  times.sort((a, b) => a - b);
  const row = (name, value, unit) => ({ name: `limits in Redis: ${name}`, value, unit });
  return [
    row('one call alone, p50', times[Math.floor(times.length / 2)] * 1_000, 'µs'),
    row('one call alone, p99', times[Math.floor(times.length * 0.99)] * 1_000, 'µs'),
    row(`calls, ${atOnce} at once`, (inRedis / ms) * 1_000, 'calls/s'),
  ];
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

export const measureLimits = async () => [...local(), ...(await redis())];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, value, unit } of await measureLimits())
    process.stdout.write(`${name.padEnd(44)} ${Math.round(value).toLocaleString('en').padStart(12)} ${unit}\n`);
}
