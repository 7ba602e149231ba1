import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';

/** Why there is no Redis to test with; null when there is. */
export const noRedis: string | null =
  spawnSync('redis-server', ['--version']).status === 0 ? null : 'redis-server is not installed';

export interface TestRedis {
  readonly url: string;
  /** Halts it without closing its connections, and lets it go on. */
  halt(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** Starts a Redis of its own, which keeps nothing, on a free port of the loopback or on a given one. */
export async function startRedis(port?: number): Promise<TestRedis> {
  const chosen = port ?? (await freePort());
  const process = spawn(
    'redis-server',
    ['--port', String(chosen), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await ready(process);
  return {
    url: `redis://127.0.0.1:${chosen}`,
    halt: () => void process.kill('SIGSTOP'),
    resume: () => void process.kill('SIGCONT'),
    stop: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      process.once('exit', () => resolve());
      process.kill('SIGKILL');
      await promise;
    },
  };
}

function ready(process: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = '';
  process.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('Ready to accept connections')) resolve();
  });
  process.once('exit', () => reject(new Error(`redis-server ended: ${said}`)));
  process.once('error', reject);
  return promise;
}

function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.once('error', reject);
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
  });
  return promise;
}
