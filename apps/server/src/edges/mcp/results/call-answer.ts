import type { CallDetail, Envelope, OutputOption } from '@assay/contracts';
import { type Invoked, type KeptFrom, linkTo } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import type { Failure } from '@assay/kernel';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { waitingText } from '../calls-at-clients.js';
import { blocksOfOutput, errorBlocks, ownBlocks, withoutMedia } from './call-blocks.js';
import type { Content } from './content-size.js';
import { type Fitted, type ResponseCeiling, readOnHere, shortenedMembers } from './response-ceiling.js';

type Ended = Pick<Invoked, 'envelope' | 'failure' | 'answer'>;

/** How a call is to be answered. */
export interface AnswerAs {
  readonly caller: Caller;
  /** In tokens. */
  readonly ceiling: number;
  readonly detail: CallDetail;
  /** What the request said of its output. */
  readonly output?: OutputOption | undefined;
  readonly session?: string | undefined;
}

/**
 * A finished call as the gateway's own tools answer it: complete as content, short as structured content, and everything
 * about it in `_meta`.
 */
export function callAnswer(
  ended: Ended,
  as: AnswerAs,
  ceiling: ResponseCeiling,
): CallToolResult | Promise<CallToolResult> {
  const { envelope, failure } = ended;
  const answered = (fitted: Fitted): CallToolResult => ({
    content: [...fitted.content, ...warningBlocks(envelope), ...linkBlocks(envelope, fitted)],
    structuredContent: {
      ...(as.detail === 'full' ? fullMembers(envelope, failure) : shortMembers(envelope, failure, as)),
      ...outputMember(envelope, fitted),
    },
    isError: envelope.error !== undefined,
    ...(as.detail === 'short' && { _meta: { 'assay/call': restOf(envelope) } }),
  });
  const fitted = ceiling.fit({
    content: blocksOfCall(ended, as),
    structured: envelope.output,
    ceiling: as.ceiling,
    whole: () => ({ output: envelope.output ?? null, from: keptFrom(envelope, as), pointer: envelope.pointer }),
    readOn: readOnHere,
  });
  return fitted instanceof Promise ? fitted.then(answered) : answered(fitted);
}

/** What a model reads of a call. */
export function blocksOfCall(
  { envelope, failure, answer }: Ended,
  { output: option }: Pick<AnswerAs, 'output'>,
): Content {
  const { error, output, context, pointer, routed, status } = envelope;
  if (error !== undefined) return errorBlocks(error, failure, answer);
  if (context !== undefined) return [{ type: 'text', text: context }];
  // A result that other tools have set right is no longer the tool's own.
  if (answer !== undefined && status === 'succeeded' && option === undefined) return ownBlocks(answer, output);
  if (output !== undefined) return blocksOfOutput(output);
  const waiting = waitingText(envelope);
  if (pointer === undefined) return [{ type: 'text', text: waiting ?? routed?.why ?? status }];
  return [{ type: 'text', text: `${routed?.why ?? 'It is long.'} ${readOnHere(pointer, 0)}` }];
}

/** What there is to say against a result, for models that read the text alone. */
export const warningBlocks = ({
  error,
  warnings,
}: Partial<Pick<Envelope, 'error'>> & Pick<Envelope, 'warnings'>): Content =>
  error !== undefined || warnings.length === 0 ? [] : [{ type: 'text', text: `Warning: ${warnings.join('\n')}` }];

/** A link to what is kept of a result; those in the place of its parts stand where the parts stood. */
const linkBlocks = ({ pointer }: Envelope, fitted: Fitted): Content =>
  pointer === undefined || fitted.pointer !== undefined ? [] : [{ ...linkTo(pointer) }];

/** The output unless a block holds it or the response has no room for it, so that no context has it twice. */
function outputMember({ context, output }: Envelope, fitted: Fitted): object {
  if (fitted.isShortened) return { output: undefined, ...shortenedMembers(fitted) };
  if (context !== undefined) return { output: undefined };
  return output === undefined ? {} : { output: withoutMedia(output) };
}

const errorMember = (error: NonNullable<Envelope['error']>, failure: Failure | undefined): object => ({
  ...error,
  ...(failure?.issues !== undefined && { errors: failure.issues }),
  ...failure?.data,
});

/** What a model needs to go on. */
function shortMembers(envelope: Envelope, failure: Failure | undefined, { output: option }: AnswerAs): object {
  const { id, status, output, tool, version, warnings, error, level, confidence, provenance } = envelope;
  const { context, pointer, approval, escalation, outcome, repaired, tokens, observation, routed } = envelope;
  return {
    status,
    ...(output !== undefined && { output }),
    tool,
    version,
    ...(warnings.length > 0 && { warnings }),
    ...(error && { error: errorMember(error, failure) }),
    ...(level > 1 && { level }),
    ...(output !== undefined && confidence < 1 && { confidence }),
    ...(provenance != null && provenance.freshness !== 'live' && { freshness: provenance.freshness }),
    ...{ ...(context && { context }), ...(pointer && { pointer }), ...(approval && { approval }) },
    ...{ ...(escalation && { escalation }), ...(outcome && { outcome }), ...(repaired && { repaired }) },
    ...{ ...(tokens && { tokens }), ...(observation !== undefined && { observation }) },
    ...(routed &&
      (option !== undefined || routed.notes.length > 0) && { routed: { ...routed, considered: undefined } }),
    id,
  };
}

const fullMembers = (envelope: Envelope, failure: Failure | undefined): object => ({
  ...failure?.data,
  ...envelope,
  ...(envelope.error && { error: errorMember(envelope.error, failure) }),
});

/** What the short form leaves out of an envelope: for programs. */
const restOf = ({ level, confidence, validation, attempted, provenance, receipt, trace }: Envelope): object => ({
  ...{ level, confidence, validation, attempted, provenance, receipt, trace },
});

/** Whose and of what a kept result is. */
export const keptFrom = (envelope: Envelope, { caller, session }: Pick<AnswerAs, 'caller' | 'session'>): KeptFrom => ({
  ...{ caller, session, tool: envelope.tool, version: envelope.version ?? '', invocationId: envelope.id },
  at: envelope.provenance?.at ?? '',
  source: envelope.provenance?.source ?? '',
  freshness: envelope.provenance?.freshness ?? 'live',
  confidence: envelope.confidence,
  findings: [...new Set((envelope.provenance?.findings ?? []).map(({ rule }) => rule))],
});
