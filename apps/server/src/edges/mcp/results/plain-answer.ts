import type { Invoked } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { keptFrom } from './call-answer.js';
import { ownBlocks } from './call-blocks.js';
import { withCost } from './content-size.js';
import type { Fitted, ReadOn, ResponseCeiling } from './response-ceiling.js';

/** How a plain tool answers. */
export interface PlainAnswerAs {
  readonly caller: Caller;
  /** In tokens. */
  readonly ceiling: number;
  /** It is listed with an output schema, against which clients check its structured content. */
  readonly isPromised: boolean;
  /** It is listed without one on purpose: its content says everything. */
  readonly isText?: boolean;
  readonly readOn: ReadOn;
}

/**
 * The result of a plain tool within the ceiling: content is shortened, structured content that was promised is whole, and
 * what was not promised goes.
 */
export function plainAnswer(
  result: CallToolResult,
  { envelope, answer }: Pick<Invoked, 'envelope' | 'answer'>,
  { caller, isPromised, isText = false, readOn, ceiling: limit }: PlainAnswerAs,
  ceiling: ResponseCeiling,
): CallToolResult | Promise<CallToolResult> {
  const { structuredContent, ...rest } = result;
  const isOwn = isText && answer !== undefined && envelope.status === 'succeeded';
  const keeps = isPromised && !isText;
  const answered = ({ content, isShortened }: Fitted): CallToolResult =>
    withCost({
      ...rest,
      content,
      ...(structuredContent !== undefined && !isText && (keeps || !isShortened) && { structuredContent }),
    });
  const fitted = ceiling.fit({
    content: isOwn ? ownBlocks(answer, envelope.output) : result.content,
    ...(!keeps && !isText && { structured: structuredContent }),
    ceiling: limit,
    whole: () => ({
      output: envelope.output ?? { content: result.content },
      from: keptFrom(envelope, { caller }),
      pointer: envelope.pointer,
    }),
    readOn,
  });
  return fitted instanceof Promise ? fitted.then(answered) : answered(fitted);
}

/** At an address that has no tool to read what is kept. */
export const readOnElsewhere =
  (ownUrl: () => string): ReadOn =>
  ({ id, bytes, mediaType, url }, from) =>
    `The whole (${bytes} bytes, ${mediaType}) is kept: read on with read_output {"id": "${id}", "range": "bytes=${from}-"} at ${ownUrl()}/mcp, or GET ${ownUrl()}${url}?range=bytes=${from}-; or call again and ask for less.`;
