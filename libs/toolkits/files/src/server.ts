import { type OnBug, serve } from '@assay/kit';
import { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { FileTool } from './file-tool.js';
import type { KeptContents } from './kept-contents.js';
import { list } from './list.js';
import { metadata } from './metadata.js';
import { read } from './read.js';
import { restoreWith } from './restore.js';
import type { Root } from './roots.js';
import { search } from './search.js';
import { Territory } from './territory.js';
import { filesServer } from './version.js';
import { writeWith } from './write.js';

export interface FilesServerOptions {
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number;
  readonly onBug?: OnBug;
  /** Where former contents are kept; without it the server offers no tool that writes. */
  readonly kept?: KeptContents;
}

/**
 * One MCP server over the given roots, not yet connected. It keeps no state between calls, so that one process may
 * serve every caller.
 */
export function createFilesServer(
  roots: readonly Root[],
  { now = () => performance.now(), onBug = () => {}, kept }: FilesServerOptions = {},
): McpServer {
  const territory = new Territory(roots);
  const names = roots.map(({ name }) => `"${name}"`).join(', ');
  const where = roots.length === 1 ? 'Paths are relative to one root.' : `Paths begin with a root's name: ${names}.`;
  const server = new McpServer(
    { ...filesServer },
    { instructions: `Reads and writes files. ${where} Start with list or search, then read.` },
  );
  const add = <I extends z.ZodObject, O extends z.ZodObject>(tool: FileTool<I, O>) =>
    serve(server, tool, (signal) => ({ territory, now, signal }), onBug);
  add(list);
  add(read);
  add(search);
  add(metadata);
  if (kept !== undefined) {
    add(writeWith(kept));
    add(restoreWith(kept));
  }
  return server;
}
