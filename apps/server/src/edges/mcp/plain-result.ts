import { type Envelope, errorTable } from '@assay/contracts';
import type { Invoked, UpstreamAnswer } from '@assay/gateway';
import { type Failure, isObject, jsonText } from '@assay/kernel';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { waitingResult } from './calls-at-clients.js';
import { blocksOf, isContent } from './results/call-blocks.js';
import { isUpstreamCode } from './upstream-codes.js';

type Ended = Pick<Invoked, 'envelope' | 'failure' | 'answer'>;

/**
 * A call's result as a client knows it that has never heard of envelopes: what the tool itself said, block for block, or,
 * of tools that know no blocks and of results that were kept, the output; and what the gateway has to say of it in `_meta`.
 */
export function plainResult({ envelope, failure, answer }: Ended): CallToolResult {
  const _meta = { ...answer?.meta, ...metaOf(envelope) };
  if (failure !== undefined) return { ...failureOf(failure, answer), _meta: { ..._meta, ...errorOf(failure) } };
  const waiting = waitingResult(envelope);
  if (waiting !== undefined) return { ...waiting, _meta };
  // A result that other tools have set right is no longer the tool's own.
  const own = envelope.status === 'succeeded' ? answer : undefined;
  const { content, ...structured } = outputOf(envelope.output);
  return { ...structured, content: blocksOf(own) ?? content, isError: false, _meta };
}

/** A failure before any call was made. */
export const failureResult = (failure: Failure): CallToolResult => ({
  content: [{ type: 'text', text: `${failure.code}: ${failure.message}` }],
  isError: true,
  _meta: errorOf(failure),
});

/** A tool that says it failed has said so in words of its own. */
function failureOf(failure: Failure, answer: UpstreamAnswer | undefined): CallToolResult {
  const content = isUpstreamCode(failure.code) && answer?.isError === true ? blocksOf(answer) : undefined;
  if (content === undefined) return failureResult(failure);
  const { structured } = answer as UpstreamAnswer;
  return { content, ...(isObject(structured) && { structuredContent: structured }), isError: true };
}

function outputOf(output: unknown): Pick<CallToolResult, 'content' | 'structuredContent'> {
  if (typeof output === 'string') return { content: [{ type: 'text', text: output }] };
  if (!isObject(output)) return { content: [{ type: 'text', text: jsonText(output) }] };
  if (isContent(output)) return { content: output.content };
  return { content: [{ type: 'text', text: jsonText(output) }], structuredContent: output };
}

const metaOf = ({ id, tool, version, status, level, confidence, warnings }: Envelope): Record<string, unknown> => ({
  'assay/invocationId': id,
  'assay/tool': version === null ? tool : `${tool}@${version}`,
  'assay/status': status,
  'assay/confidence': confidence,
  ...(level > 1 && { 'assay/level': level }),
  ...(warnings.length > 0 && { 'assay/warnings': warnings }),
});

const errorOf = ({ code, message, issues, data, retryAfterMs }: Failure): Record<string, unknown> => ({
  'assay/error': {
    code,
    class: errorTable[code].class,
    message,
    retryable: errorTable[code].retryable,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(issues !== undefined && { errors: issues }),
    ...data,
  },
});
