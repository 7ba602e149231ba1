import type { Progress, ServedTool, Territory } from '@assay/kit';
import type { z } from 'zod';

/** What every call of a file tool is given beside its input. */
export interface CallContext {
  readonly territory: Territory;
  /** Aborted when the caller cancels. */
  readonly signal: AbortSignal;
  /** Milliseconds on a clock that never goes back; only differences mean something. */
  readonly now: () => number;
  /** Milliseconds since the epoch. */
  readonly wallClock: () => number;
  readonly progress: Progress;
}

export type FileTool<I extends z.ZodObject, O extends z.ZodObject> = ServedTool<I, O, CallContext>;

/** Lets TypeScript infer the schemas of a tool. */
export const fileTool = <I extends z.ZodObject, O extends z.ZodObject>(tool: FileTool<I, O>): FileTool<I, O> =>
  Object.freeze(tool);
