import type { ServedTool } from '@assay/kit';
import type { z } from 'zod';
import type { Databases } from '../databases/databases.js';

/** What every call of a tool is given beside its input. */
export interface DatabaseContext {
  readonly databases: Databases;
  /** Aborted when the caller cancels. */
  readonly signal: AbortSignal;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}

export type DatabaseTool<I extends z.ZodObject, O extends z.ZodObject> = ServedTool<I, O, DatabaseContext>;

/** Lets TypeScript infer the schemas of a tool. */
export const databaseTool = <I extends z.ZodObject, O extends z.ZodObject>(
  tool: DatabaseTool<I, O>,
): DatabaseTool<I, O> => Object.freeze(tool);
