import type { IsolatedProcess, RunOptions, RunResult } from './isolated-process.js';

const maxOutput = 1024 * 1024;

/** The beginning of a stream, while the rest is read and dropped. */
function collect(stream: NodeJS.ReadableStream, onOutput: (text: string) => void): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    const more = chunk.toString('utf8');
    if (text.length < maxOutput) text = (text + more).slice(0, maxOutput);
    onOutput(more);
  });
  return () => text;
}

/** Waits for a command to end and returns what it wrote. */
export function runToEnd(started: IsolatedProcess, { signal, onOutput = () => {} }: RunOptions): Promise<RunResult> {
  const { child } = started;
  const stdout = collect(child.stdout, onOutput);
  const stderr = collect(child.stderr, onOutput);
  child.stdin.on('error', () => {});
  child.stdin.end();
  return new Promise((resolve, reject) => {
    const kill = () => started.kill();
    if (signal.aborted) kill();
    signal.addEventListener('abort', kill, { once: true });
    child.once('error', reject);
    child.once('close', (code: number | null, ended: NodeJS.Signals | null) => {
      signal.removeEventListener('abort', kill);
      resolve({ code, signal: ended, stdout: stdout(), stderr: stderr(), refusals: started.refusals });
    });
  });
}
