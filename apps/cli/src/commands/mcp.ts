import type { Command } from 'commander';
import { add, type Context, type Host } from '../command.js';
import { serveTools } from '../mcp/serve.js';

async function serve(context: Context<object>): Promise<undefined> {
  const { url, key } = await context.session();
  await serveTools(context.io, url, key);
  return undefined;
}

export function addMcpCommand(program: Command, host: Host): void {
  add(program, 'mcp', 'Be an MCP server on standard input and output, for clients that start a command', [
    'mcp',
    'mcp --url https://assay.example.com',
  ]).action(host.does(serve));
}
