import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Starts the changeable upstream over streamable HTTP, in a process of its own. */
export async function startChangeableHttp(file: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const script = join(import.meta.dirname, '..', 'fixtures', 'changeable-upstream.mjs');
  const child = spawn(process.execPath, [script, file, 'http'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const port = await new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: child.stderr });
    lines.on('line', (line) => line.startsWith('listening ') && resolve(line.slice('listening '.length)));
    lines.on('close', () => reject(new Error('The changeable upstream ended before it listened.')));
  });
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
