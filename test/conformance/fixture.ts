import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Fixture {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the fixture of the requirements for 2026-07-28, in a process of its own, at a free port of this machine. */
export async function startFixture(): Promise<Fixture> {
  const script = join(import.meta.dirname, 'fixture-server.mjs');
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const [line] = (await once(createInterface({ input: child.stderr }), 'line')) as [string];
  return {
    url: `http://127.0.0.1:${line.split(' ')[1]}/mcp`,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
