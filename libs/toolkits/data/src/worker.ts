import type { Answer } from '@assay/kit';
import { Refusal } from '@assay/kit';
import type { z } from 'zod';
import type { DataTool } from './data-tool.js';
import { dataTools } from './tools.js';

export interface Task {
  readonly tool: string;
  /** Checked against the tool's schema. */
  readonly input: unknown;
}

/** What a worker thread answers: errors do not keep their class between threads. */
export type Computed = { readonly answer: Answer<unknown> } | { readonly refused: string };

type AnyTool = DataTool<z.ZodObject, z.ZodObject>;

/** One computation, in a thread that is ended when it takes too long or too much memory. */
export default async function compute({ tool, input }: Task): Promise<Computed> {
  const found = dataTools.find((it) => it.name === tool) as unknown as AnyTool;
  try {
    return { answer: await found.compute(input as Record<string, unknown>) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    if (error instanceof RangeError) return { refused: `It is too large or too deep: ${error.message}.` };
    // decimal.js reports bad operands, such as the logarithm of a negative number, as a DecimalError.
    if (error instanceof Error && error.message.startsWith('[DecimalError]'))
      return { refused: `The calculation has no result: ${error.message.slice(15)}.` };
    throw error;
  }
}
