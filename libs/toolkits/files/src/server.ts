import { type OnBug, type Root, serve, Territory } from '@assay/kit';
import { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { diff } from './compare.js';
import { editWith } from './edit.js';
import { exampleFolder } from './example-folder.js';
import type { FileTool } from './file-tool.js';
import type { KeptContents } from './kept-contents.js';
import { list } from './list.js';
import { metadata } from './metadata.js';
import { copyWith, deleteWith, moveWith } from './move-copy-delete.js';
import { read } from './read.js';
import { restoreWith } from './restore.js';
import { search } from './search.js';
import { tree } from './tree.js';
import { filesServer } from './version.js';
import { watch } from './watch.js';
import { writeWith } from './write.js';

export interface FilesServerOptions {
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number;
  /** Milliseconds since the epoch. */
  readonly wallClock?: () => number;
  readonly onBug?: OnBug;
  /** Where former contents are kept; without it the server offers no tool that writes. */
  readonly kept?: KeptContents;
}

const example = exampleFolder();

/**
 * One MCP server over the given roots, not yet connected. It keeps no state between calls, so that one process may
 * serve every caller.
 */
export function createFilesServer(
  roots: readonly Root[],
  { now = () => performance.now(), wallClock = () => Date.now(), onBug = () => {}, kept }: FilesServerOptions = {},
): McpServer {
  const territory = new Territory(roots, example);
  const names = roots.map(({ name }) => `"${name}"`).join(', ');
  const where = roots.length === 1 ? 'Paths are relative to one root.' : `Paths begin with a root's name: ${names}.`;
  const server = new McpServer(
    { ...filesServer },
    { instructions: `Reads and writes files. ${where} Start with list or search, then read.` },
  );
  const add = <I extends z.ZodObject, O extends z.ZodObject>(tool: FileTool<I, O>) =>
    serve(server, tool, (signal, progress) => ({ territory, now, wallClock, signal, progress }), onBug);
  add(list);
  add(read);
  add(search);
  add(metadata);
  add(tree);
  add(diff);
  add(watch);
  if (kept !== undefined) {
    add(writeWith(kept));
    add(editWith(kept));
    add(moveWith(kept));
    add(copyWith(kept));
    add(deleteWith(kept));
    add(restoreWith(kept));
  }
  return server;
}
