import { version } from '@assay/sdk';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import { add, type Context, type Host } from '../command.js';
import { write } from '../io.js';
import { bridgeTo } from '../mcp/bridge.js';
import { Gateway } from '../mcp/gateway.js';

/** Serves until standard input ends or Ctrl-C. Standard output belongs to the protocol, all words go to stderr. */
async function serve(context: Context<object>): Promise<undefined> {
  const { io } = context;
  const { url, key } = await context.session();
  const gateway = new Gateway({ url, apiKey: key, fetch: io.fetch, version });
  const transport = new StdioServerTransport(io.stdin, io.stdout);
  const handle = serveStdio(() => bridgeTo(gateway), {
    transport,
    onerror: (error) => void write(io.stderr, `assay mcp: ${error.message}\n`),
  });
  await new Promise<void>((resolve) => {
    io.stdin.once('end', resolve);
    io.stdin.once('close', resolve);
    io.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await handle.close();
  await gateway.close();
  return undefined;
}

export function addMcpCommand(program: Command, host: Host): void {
  add(program, 'mcp', 'Be an MCP server on standard input and output, for clients that start a command', [
    'mcp',
    'mcp --url https://assay.example.com',
  ]).action(host.does(serve));
}
