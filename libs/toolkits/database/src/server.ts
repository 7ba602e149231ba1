import { type OnBug, serve } from '@assay/kit';
import { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Databases } from './databases/databases.js';
import type { DatabaseTool } from './tools/database-tool.js';
import { listDatabases } from './tools/databases.js';
import { describe } from './tools/describe.js';
import { query } from './tools/query.js';
import { databaseServer } from './version.js';

export interface DatabaseServerOptions {
  readonly databases: Databases;
  readonly now?: () => number;
  readonly onBug?: OnBug;
}

/** One MCP server over the registered databases, not yet connected. */
export function createDatabaseServer({
  databases,
  now = () => performance.now(),
  onBug = () => {},
}: DatabaseServerOptions): McpServer {
  const server = new McpServer(
    { ...databaseServer },
    {
      instructions: 'Reads and changes databases. Start with databases, then describe with your question, then query.',
    },
  );
  const add = <I extends z.ZodObject, O extends z.ZodObject>(tool: DatabaseTool<I, O>) =>
    serve(server, tool, (signal) => ({ databases, now, signal }), onBug);
  add(listDatabases);
  add(describe);
  add(query);
  return server;
}
