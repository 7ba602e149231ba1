import type { Answer, ServedTool } from '@assay/kit';
import type { z } from 'zod';

/** What a pure tool computes: no clock, no randomness, no file, no network. Runs in a worker thread. */
export interface DataTool<I extends z.ZodObject, O extends z.ZodObject>
  extends Pick<ServedTool<I, O, unknown>, 'name' | 'title' | 'description' | 'input' | 'output'> {
  compute(input: z.output<I>): Promise<Answer<z.output<O>>> | Answer<z.output<O>>;
}

/** Lets TypeScript infer the schemas of a tool. */
export const dataTool = <I extends z.ZodObject, O extends z.ZodObject>(tool: DataTool<I, O>): DataTool<I, O> =>
  Object.freeze(tool);

/** Longest text that a tool takes or makes, in characters. */
export const maxText = 5_000_000;
