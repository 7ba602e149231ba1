import { type Envelope, errorTable } from '@assay/contracts';
import type { Failure, Invoked } from '@assay/core';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { waitingResult } from './ask-approval.js';

/**
 * A call's result as a client knows it that has never heard of envelopes: the output alone, and what the gateway has to
 * say of it in `_meta`.
 */
export function plainResult({ envelope, failure }: Pick<Invoked, 'envelope' | 'failure'>): CallToolResult {
  const _meta = metaOf(envelope);
  if (failure !== undefined) return { ...failureResult(failure), _meta: { ..._meta, ...errorOf(failure) } };
  const waiting = waitingResult(envelope);
  return waiting === undefined ? { ...outputOf(envelope.output), isError: false, _meta } : { ...waiting, _meta };
}

/** A failure before any call was made. */
export const failureResult = (failure: Failure): CallToolResult => ({
  content: [{ type: 'text', text: `${failure.code}: ${failure.message}` }],
  isError: true,
  _meta: errorOf(failure),
});

type Content = CallToolResult['content'];

function outputOf(output: unknown): Pick<CallToolResult, 'content' | 'structuredContent'> {
  if (typeof output === 'string') return { content: [{ type: 'text', text: output }] };
  if (!isObject(output)) return { content: [{ type: 'text', text: JSON.stringify(output ?? null) }] };
  if (isContent(output)) return { content: output.content };
  return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Content blocks as they came from a tool that answered more than one text. */
const isContent = (output: Record<string, unknown>): output is { content: Content } =>
  Object.keys(output).length === 1 &&
  Array.isArray(output.content) &&
  output.content.every((it) => typeof (it as { type?: unknown } | null)?.type === 'string');

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
