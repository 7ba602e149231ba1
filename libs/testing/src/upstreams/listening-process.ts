import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A test upstream in a process of its own. */
export interface ListeningProcess {
  readonly port: number;
  readonly pid: number;
  /** What it has printed since it listened, a line each. */
  readonly lines: readonly string[];
  /** Ends it at once, as a crash would. */
  stop(): Promise<void>;
}

/** Starts a script of Node that prints `listening <port>` once it listens; throws when it ends before. */
export async function startListening(script: string, args: readonly string[] = []): Promise<ListeningProcess> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const printed: string[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      if (line.startsWith('listening ')) resolve(Number(line.slice('listening '.length)));
      else printed.push(line);
    });
    lines.on('close', () => reject(new Error(`${script} ended before it listened.`)));
  });
  return {
    port,
    pid: child.pid ?? 0,
    lines: printed,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
