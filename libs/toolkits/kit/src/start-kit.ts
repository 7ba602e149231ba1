import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Refusal } from './refusal.js';
import type { OnBug } from './served-tool.js';

type Write = (line: string) => void;

/** A line of a kit's log. Standard output belongs to the protocol; everything else goes to standard error. */
const serverLog =
  (name: string): Write =>
  (line) => {
    process.stderr.write(`${name}: ${line}\n`);
  };

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/**
 * Serves a kit over standard input and output. `prepare` reads the arguments and returns what makes a server; when it throws
 * a Refusal, the reason is logged and the exit code is 2, as for any wrong use of a command.
 */
export async function startKit(
  name: string,
  prepare: (args: readonly string[], onBug: OnBug) => Promise<() => McpServer>,
): Promise<void> {
  const log = serverLog(name);
  try {
    const create = await prepare(process.argv.slice(2), (error) => log(describe(error)));
    serveStdio(create, { onerror: ({ message }) => log(message) });
  } catch (error) {
    const expected = error instanceof Refusal;
    log(expected ? error.message : describe(error));
    process.exitCode = expected ? 2 : 1;
  }
}
