import { type OnBug, serve } from '@assay/kit';
import { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Databases } from './databases/databases.js';
import { registerAsk } from './tools/ask.js';
import { deleteWith, insertWith, preview, restoreWith, updateWith } from './tools/change-rows.js';
import { checkQuality } from './tools/check-quality.js';
import type { DatabaseTool } from './tools/database-tool.js';
import { listDatabases } from './tools/databases.js';
import { describe } from './tools/describe.js';
import { aggregate, describeCollections, find } from './tools/mongo.js';
import { planMigrationTool } from './tools/plan-migration.js';
import { query } from './tools/query.js';
import { databaseServer } from './version.js';
import type { KeptRows } from './write/kept-rows.js';

export interface DatabaseServerOptions {
  readonly databases: Databases;
  /** Where former rows are kept; without it the server offers no tool that writes. */
  readonly kept?: KeptRows;
  readonly now?: () => number;
  readonly onBug?: OnBug;
}

const instructions =
  'Reads and changes databases. Start with databases, then describe with your question, then query. Before a change of rows, preview it.';

/** One MCP server over the registered databases, not yet connected. */
export function createDatabaseServer(options: DatabaseServerOptions): McpServer {
  const { databases, kept, now = () => performance.now(), onBug = () => {} } = options;
  const server = new McpServer({ ...databaseServer }, { instructions });
  const contextOf = (signal: AbortSignal) => ({ databases, now, signal });
  const add = <I extends z.ZodObject, O extends z.ZodObject>(tool: DatabaseTool<I, O>) =>
    serve(server, tool, contextOf, onBug);
  add(listDatabases);
  add(describe);
  add(query);
  registerAsk(server, contextOf, onBug);
  add(checkQuality);
  add(planMigrationTool);
  add(describeCollections);
  add(find);
  add(aggregate);
  if (kept !== undefined) {
    add(preview);
    add(insertWith(kept));
    add(updateWith(kept));
    add(deleteWith(kept));
    add(restoreWith(kept));
  }
  return server;
}
