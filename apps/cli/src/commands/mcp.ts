import { basename } from 'node:path';
import type { Command } from 'commander';
import { add, type Context, type Host } from '../command.js';
import { write } from '../io.js';
import { serveTools } from '../mcp/serve.js';

const administratorWarning =
  "Warning: this client works with the administrator's key. Give it one of its own: assay connect --help\n";

async function serve(context: Context<{ readonly toolset?: string }>): Promise<undefined> {
  const { url, key, keyFrom } = await context.session();
  if (keyFrom !== undefined && basename(keyFrom) === 'admin.key') await write(context.io.stderr, administratorWarning);
  await serveTools(context.io, { url, apiKey: key, toolset: context.options.toolset });
  return undefined;
}

export function addMcpCommand(program: Command, host: Host): void {
  add(program, 'mcp', 'Run an MCP server over stdio, for clients that start a command', [
    'mcp',
    'mcp --url https://assay.example.com',
    'mcp --toolset desk',
  ])
    .option('--toolset <name>', "serve a toolset's tools instead of search_tools, describe_tools and call_tool")
    .action(host.does(serve));
}
