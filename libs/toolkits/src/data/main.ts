import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { openComputing } from './computing.js';
import { createDataServer } from './server.js';

/** Standard output belongs to the protocol; everything else goes to standard error. */
const say = (line: string): boolean => process.stderr.write(`assay-data: ${line}\n`);

const onBug = (error: unknown) => say(error instanceof Error ? (error.stack ?? error.message) : String(error));
const computing = openComputing();
serveStdio(() => createDataServer(computing, onBug), { onerror: ({ message }) => say(message) });
