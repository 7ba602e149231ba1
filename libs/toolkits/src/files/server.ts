import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { CallContext, FileTool } from './file-tool.js';
import { list } from './list.js';
import { metadata } from './metadata.js';
import { read } from './read.js';
import { Refusal } from './refusal.js';
import type { Root } from './roots.js';
import { search } from './search.js';
import { Territory } from './territory.js';
import { filesServer } from './version.js';

/** Nothing here changes anything, and nothing outside this machine is asked. */
const annotations = Object.freeze({
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
});

export interface FilesServerOptions {
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number;
  /** Called for unexpected failures; they may name paths, so the caller does not receive them. */
  readonly onBug?: (error: unknown) => void;
}

type ServerContext = CallContext & Required<Pick<FilesServerOptions, 'onBug'>>;

const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

async function answer<I extends z.ZodObject, O extends z.ZodObject>(
  tool: FileTool<I, O>,
  input: z.output<I>,
  context: ServerContext,
): Promise<CallToolResult> {
  try {
    const { structured, text } = await tool.run(input, context);
    return { content: [{ type: 'text', text }], structuredContent: structured };
  } catch (error) {
    if (error instanceof Refusal) return failed(error.message);
    if (context.signal.aborted) return failed('The call was cancelled.');
    context.onBug(error);
    return failed(
      'This tool failed unexpectedly; the log of its server says how. Try other input, or tell its operator.',
    );
  }
}

function register<I extends z.ZodObject, O extends z.ZodObject>(
  server: McpServer,
  tool: FileTool<I, O>,
  shared: Omit<ServerContext, 'signal'>,
): void {
  const { name, title, description } = tool;
  const schemas: { inputSchema: z.ZodObject; outputSchema: z.ZodObject } = {
    inputSchema: tool.input,
    outputSchema: tool.output,
  };
  server.registerTool(name, { title, description, annotations, ...schemas }, (input, { mcpReq }) =>
    answer(tool, input as z.output<I>, { ...shared, signal: mcpReq.signal }),
  );
}

/**
 * One MCP server over the given roots, not yet connected. It keeps no state between calls, so that one process may
 * serve every caller.
 */
export function createFilesServer(
  roots: readonly Root[],
  { now = () => performance.now(), onBug = () => {} }: FilesServerOptions = {},
): McpServer {
  const territory = new Territory(roots);
  const names = roots.map(({ name }) => `"${name}"`).join(', ');
  const where = roots.length === 1 ? 'Paths are relative to one root.' : `Paths begin with a root's name: ${names}.`;
  const server = new McpServer(
    { ...filesServer },
    { instructions: `Reads files; changes nothing. ${where} Start with list or search, then read.` },
  );
  const shared = { territory, now, onBug };
  register(server, list, shared);
  register(server, read, shared);
  register(server, search, shared);
  register(server, metadata, shared);
  return server;
}
