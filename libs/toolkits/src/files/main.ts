import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Refusal } from './refusal.js';
import { openRoots } from './roots.js';
import { createFilesServer } from './server.js';

/** Standard output belongs to the protocol; everything else goes to standard error. */
const say = (line: string): boolean => process.stderr.write(`assay-files: ${line}\n`);

/** `node main.js <folder>…`: serves the folders over standard input and output; exit 2 when they will not do. */
async function main(folders: readonly string[]): Promise<void> {
  const roots = await openRoots(folders);
  const onBug = (error: unknown) => say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  serveStdio(() => createFilesServer(roots, { onBug }), { onerror: ({ message }) => say(message) });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const expected = error instanceof Refusal;
  say(expected ? error.message : String(error));
  process.exitCode = expected ? 2 : 1;
});
