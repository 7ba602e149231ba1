import { type Envelope, errorTable } from '@assay/contracts';
import { digestJson, type Failure, isoTime } from '@assay/kernel';
import { statusOf } from '../envelope.js';
import type { Ticket } from './ticket.js';

/** What ended the wait: a person's output, or why there is none. */
export type Answer =
  | { readonly output: unknown; readonly by: string }
  | { readonly failure: Failure; readonly by: string | null };

/**
 * The call as it is answered from now on. A person's output counts as validated, where the tool promises anything: it was
 * checked against the schema, and its source is the person.
 */
export function completedEnvelope({ envelope, openedAt, outputSchema }: Ticket, answer: Answer, at: number): Envelope {
  const { error: _former, ...call } = envelope;
  const source = answer.by === null ? 'nobody' : `person:${answer.by}`;
  const isAnswer = 'output' in answer;
  const level = Math.max(1, envelope.level) + 1;
  const reason = isAnswer ? 'ok' : answer.failure.code;
  const step = { tool: source, version: '', outcome: isAnswer ? 'succeeded' : 'failed', reason, ms: at - openedAt };
  const confidence = isAnswer ? 1 : 0;
  const checkedAs = outputSchema === null ? 'untyped' : 'valid';
  return {
    ...call,
    status: isAnswer ? 'succeeded' : statusOf(answer.failure),
    ...(isAnswer ? { output: answer.output } : { error: errorOf(answer.failure) }),
    validation: { outcome: isAnswer ? checkedAs : 'skipped', issues: [] },
    level,
    confidence,
    attempted: [...envelope.attempted, step],
    provenance: {
      invocationId: envelope.id,
      argumentsDigest: '',
      traceId: '',
      ...envelope.provenance,
      tool: envelope.provenance?.tool ?? envelope.tool,
      version: envelope.provenance?.version ?? '',
      resultDigest: isAnswer ? digestJson(answer.output) : null,
      at: isoTime(at),
      source,
      freshness: 'live',
      confidence,
    },
    trace: [...envelope.trace, { stage: 'escalation', ms: at - openedAt, note: isAnswer ? source : reason }],
  };
}

/** The failure in a completed call; null when it has an output. */
export const failureIn = ({ error }: Envelope): Failure | null =>
  error === undefined ? null : { code: error.code, message: error.message, outcome: error.outcome };

const errorOf = ({ code, message, outcome = 'none' }: Failure): NonNullable<Envelope['error']> => ({
  code,
  class: errorTable[code].class,
  message,
  retryable: errorTable[code].retryable && outcome === 'none',
  outcome,
});
