import type { z } from 'zod';
import type { Territory } from './territory.js';

/** What every call of a file tool is given beside its input. */
export interface CallContext {
  readonly territory: Territory;
  /** Aborted when the caller cancels. */
  readonly signal: AbortSignal;
  /** Milliseconds on a clock that never goes back; only differences mean something. */
  readonly now: () => number;
}

export interface Answer<O> {
  readonly structured: O;
  /** For readers of plain text; shorter than the structured content where that is long. */
  readonly text: string;
}

/** One read-only tool. Expected failures are thrown as a Refusal. */
export interface FileTool<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  run(input: z.output<I>, context: CallContext): Promise<Answer<z.output<O>>>;
}

/** Lets TypeScript infer the schemas of a tool. */
export const fileTool = <I extends z.ZodObject, O extends z.ZodObject>(tool: FileTool<I, O>): FileTool<I, O> =>
  Object.freeze(tool);

const maxText = 8_000;

/** Shortens a text block, saying so; the whole is in the structured content. */
export const clip = (text: string): string =>
  text.length <= maxText
    ? text
    : `${text.slice(0, maxText)}\n… (${text.length - maxText} more characters in the structured content)`;
