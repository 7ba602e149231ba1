import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Io, write } from '../io.js';

/** Asks for a yes; anything else, and the end of input, is a no. */
export async function askYes(io: Io, question: string): Promise<boolean> {
  const answer = await askLine(io, `${question} [y/N] `, false);
  return /^y(es)?$/i.test(answer.trim());
}

/** Asks for a secret, which is not shown while it is typed. */
export const askSecret = (io: Io, question: string): Promise<string> => askLine(io, `${question}: `, true);

/** Asks for a line; `hidden` does not show it while it is typed. */
export async function askLine(io: Io, question: string, hidden: boolean): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: io.stdin, output: hidden ? nowhere : io.stderr, terminal: hidden });
  // Input that ends with its last line closes at once; the line comes first.
  const closed = new Promise<string>((resolve) => lines.once('close', () => setImmediate(resolve, '')));
  try {
    if (hidden) await write(io.stderr, question);
    const answer = await Promise.race([lines.question(hidden ? '' : question, { signal: io.signal }), closed]);
    if (hidden) await write(io.stderr, '\n');
    return answer;
  } finally {
    lines.close();
  }
}
