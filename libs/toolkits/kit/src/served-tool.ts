import type {
  CallToolResult,
  ContentBlock,
  McpServer,
  ServerContext,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { OutcomeUnknown, Refusal } from './refusal.js';

export interface Answer<O> {
  readonly structured: O;
  /** For readers of plain text; shorter than the structured content where that is long. */
  readonly text: string;
  /** Further blocks, such as a picture. */
  readonly blocks?: readonly ContentBlock[];
}

/** Reports how far a call has come; nothing is sent to a client that did not ask for it. */
export type Progress = (done: number, message: string) => void;

/** One tool of a kit. Expected failures are thrown as a Refusal. */
export interface ServedTool<I extends z.ZodObject, O extends z.ZodObject, C> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  /** Reads only and stays on this machine when absent. */
  readonly annotations?: ToolAnnotations;
  run(input: z.output<I>, context: C): Promise<Answer<z.output<O>>>;
}

/** Nothing is changed, and nothing outside this machine is contacted. */
export const readOnly: ToolAnnotations = Object.freeze({
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
});

/** Called for unexpected failures; they may name paths, so the caller does not receive them. */
export type OnBug = (error: unknown) => void;

/** A refused call changed nothing: the gateway then has nothing to undo or to ask a person about. */
const nothingDone = Object.freeze({ 'assay/outcome': 'none' });

const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

function progressOf({ mcpReq }: ServerContext): Progress {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  return (progress, message) => {
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => {});
  };
}

/** What the gateway says about a call beside its arguments. */
export interface CallFacts {
  /** The caller's idempotency key; undefined without one. */
  readonly key: string | undefined;
}

function factsOf({ mcpReq }: ServerContext): CallFacts {
  const key = (mcpReq._meta as Record<string, unknown> | undefined)?.['assay/idempotencyKey'];
  return { key: typeof key === 'string' ? key : undefined };
}

/** Registers a tool; `contextOf` makes the context of one call. */
export function serve<I extends z.ZodObject, O extends z.ZodObject, C>(
  server: McpServer,
  tool: ServedTool<I, O, C>,
  contextOf: (signal: AbortSignal, progress: Progress, facts: CallFacts) => C,
  onBug: OnBug,
): void {
  const { name, title, description, annotations = readOnly } = tool;
  const schemas: { inputSchema: z.ZodObject; outputSchema: z.ZodObject } = {
    inputSchema: tool.input,
    outputSchema: tool.output,
  };
  server.registerTool(name, { title, description, annotations, ...schemas }, async (input, asked) => {
    const { signal } = asked.mcpReq;
    try {
      const context = contextOf(signal, progressOf(asked), factsOf(asked));
      const { structured, text, blocks = [] } = await tool.run(input as z.output<I>, context);
      return { content: [{ type: 'text', text }, ...blocks], structuredContent: structured };
    } catch (error) {
      if (error instanceof Refusal) return { ...failed(error.message), _meta: nothingDone };
      if (error instanceof OutcomeUnknown) return failed(error.message);
      if (signal.aborted) return failed('The call was cancelled.');
      onBug(error);
      return failed(
        'This tool failed unexpectedly; its server logged the reason. Try other input, or ask its operator.',
      );
    }
  });
}

const maxText = 8_000;

/** Shortens a text block and says so; the whole is in the structured content. */
export const clip = (text: string): string =>
  text.length <= maxText
    ? text
    : `${text.slice(0, maxText)}\n… (${text.length - maxText} more characters in the structured content)`;
