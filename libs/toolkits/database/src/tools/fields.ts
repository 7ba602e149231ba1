import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';

export const databaseField = z.string().min(1).max(63).describe('A name as `databases` lists it');

/** Values of parameters. They reach the database apart from the statement. */
export const valueField = z.union([z.string().max(100_000), z.number(), z.boolean(), z.null()]);

/** Reads only, from a database outside this process. */
export const reads: ToolAnnotations = Object.freeze({
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
});
