import type { Caller } from '@assay/identity';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Content } from './content-size.js';
import { type ResponseCeiling, readOnHere, shortenedMembers } from './response-ceiling.js';

/** What one of the gateway's own tools answers that is no call: a search, definitions, a run. */
export interface OwnAnswer {
  /** The gateway's tool. */
  readonly tool: string;
  readonly caller: Caller;
  readonly content: Content;
  readonly structured: Readonly<Record<string, unknown>>;
  /** What is left of the structured content of an answer that is too long. */
  readonly short?: Readonly<Record<string, unknown>>;
  /** In tokens; the organisation's when absent. */
  readonly ceiling?: number | undefined;
  /** Of the answer, when it is kept; the id of a run. */
  readonly id?: string;
  readonly now: number;
  readonly isError?: boolean;
}

/** Such an answer, with its beginning and a pointer when it is too long. */
export async function ownAnswer(
  { tool, caller, content, structured, short = {}, ceiling: said, id = '', now, isError = false }: OwnAnswer,
  ceiling: ResponseCeiling,
): Promise<CallToolResult> {
  const fitted = await ceiling.fit({
    ...{ content, structured, ceiling: ceiling.of(caller, said) },
    whole: () => ({
      output: structured,
      from: {
        ...{ caller, tool: `assay.${tool}`, version: '', invocationId: id, at: new Date(now).toISOString() },
        ...{ source: 'assay', freshness: 'live', confidence: 1, findings: [] },
      },
    }),
    readOn: readOnHere,
  });
  const left = fitted.isShortened ? { ...short, ...shortenedMembers(fitted) } : { ...structured };
  return { content: fitted.content, structuredContent: left, isError };
}
