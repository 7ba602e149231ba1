import type { Envelope } from '@assay/contracts';
import type { AuditDraft } from '@assay/kernel';
import { aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { envelopeOf } from '../envelope.js';
import { RunningCalls } from '../running-calls.js';
import { aCall } from '../testing/a-call.js';
import { anApproval } from '../testing/an-approval.js';
import { answerRepeat } from './answer-repeat.js';
import type { KeptResult } from './idempotency-ledger.js';

function setUp(parts: Parameters<typeof aCall>[0] = {}) {
  const records: AuditDraft[] = [];
  const running = new RunningCalls();
  const append = (draft: AuditDraft) => {
    records.push(draft);
    return { receipt: { chain: 'c', sequence: 1, hash: 'h' }, settled: Promise.resolve() };
  };
  const call = aCall({ id: 'again', ...parts }, aVersion());
  const answer = (result: KeptResult | null, isNamed = false) =>
    answerRepeat(call, { invocationId: 'first', result }, isNamed, { audit: { append }, running });
  return { answer, records, running };
}
const failure = { code: 'tool_error', message: 'no', outcome: 'unknown' } as const;
const kept = (): KeptResult => {
  const call = aCall({ id: 'first' }, aVersion());
  return { envelope: envelopeOf(call, failure), failure };
};

describe('answerRepeat', () => {
  it('gives the first answer whole, and says that it is a replay', () => {
    const { answer, records } = setUp();
    const result = kept();
    const { envelope, failure: replayed } = answer(result);
    expect(envelope).toEqual({
      ...result.envelope,
      provenance: { ...result.envelope.provenance, freshness: 'replayed' },
    });
    expect(replayed).toEqual(failure);
    expect(records).toMatchObject([
      { action: 'tool.repeat', details: { invocationId: 'first', code: 'tool_error', status: 'failed' } },
    ]);
    expect(records[0]).not.toHaveProperty('invocation');
  });

  it('is found under its own id too when that was given beforehand', () => {
    const { answer, records } = setUp();
    answer(kept(), true);
    expect(records[0]?.invocation?.id).toBe('again');
    expect(JSON.parse(records[0]?.invocation?.body() ?? '{}')).toMatchObject({ id: 'first' });
  });

  it('of a call that had waited for a person is the record it lacked, when a crash came before it was written', () => {
    const { answer, records } = setUp({ id: 'first', approved: anApproval() });
    answer(kept(), true);
    expect(records[0]?.invocation?.id).toBe('first');
    answer(null, true);
    expect(records[1]).not.toHaveProperty('invocation');
  });

  it('shows the first call as it runs, here or elsewhere', () => {
    const { answer, running } = setUp();
    const elsewhere = answer(null, true);
    expect(elsewhere).toMatchObject({ envelope: { id: 'first', status: 'running' }, failure: undefined });
    running.add(aCall({ id: 'first' }), () => ({ id: 'first', level: 7 }) as Envelope);
    expect(answer(null).envelope).toEqual({ id: 'first', level: 7 });
  });
});
