import { type Envelope, type ErrorCode, errorTable, type Invoke, type Outcome } from '@assay/contracts';
import type { Invoked } from '@assay/gateway';
import { anApproval, InMemoryApprovalStore, InMemoryIdempotencyLedger } from '@assay/gateway/testing';
import { Directory } from '@assay/identity';
import { FakeRandom, InMemoryNotices } from '@assay/kernel/testing';
import { aPrincipal } from '@assay/registry/testing';
import { CarryOutSagas } from '../saga/carry-out-sagas.js';
import { NotifyOfSagas } from '../saga/notify-of-sagas.js';
import type { Saga, SagaStep } from '../saga/saga.js';
import { aSagaStep, begunSaga } from './a-saga.js';
import { InMemorySagaStore } from './in-memory-saga-store.js';

/** How a call ends. */
export type SagaCallEnds =
  | 'done'
  | 'refused'
  | 'broken'
  | 'unknown'
  | 'late'
  | 'waits'
  | 'away'
  | 'busy'
  | 'soon'
  | 'tomorrow'
  | 'shut';

/** A clock on which waiting takes no time. */
const hurriedClock = () => {
  let now = Date.UTC(2026, 0, 1);
  return {
    now: () => now,
    monotonic: () => now,
    move: (ms: number) => {
      now += ms;
    },
    after: (ms: number, run: () => void) => {
      // A wait is over at once; a deadline is never reached.
      const later = () => {
        now += ms;
        run();
      };
      const timer = ms < 20_000 ? setImmediate(later) : undefined;
      return () => clearImmediate(timer);
    },
  };
};

const failed = (code: ErrorCode, outcome: Outcome, retryable = false): Partial<Envelope> => ({
  status: 'failed',
  error: { code, class: errorTable[code].class, message: `it ended with ${code}`, retryable, outcome },
});
const limited = (retryAfterMs: number): Partial<Envelope> => {
  const { status, error } = failed('rate_limited', 'none', true);
  return { ...(status && { status }), ...(error && { error: { ...error, retryAfterMs } }) };
};
const endings: Readonly<Record<SagaCallEnds, Partial<Envelope>>> = {
  done: { status: 'succeeded', output: { ok: true } },
  refused: failed('tool_error', 'none'),
  broken: failed('upstream_error', 'done'),
  unknown: failed('outcome_unknown', 'unknown'),
  late: failed('deadline_exceeded', 'unknown', true),
  waits: { status: 'awaiting_approval', approval: { id: anApproval().id, url: 'http://assay/approvals' } },
  away: failed('unavailable', 'none', true),
  shut: failed('circuit_open', 'unknown', true),
  soon: limited(2_000),
  tomorrow: limited(40_000_000_000),
  busy: { status: 'running' },
};

/** Carries sagas out in memory, against tools that end as a test says. */
export function smallSagas(how: (tool: string, line: string) => SagaCallEnds) {
  const approvals = new InMemoryApprovalStore();
  const ledger = new InMemoryIdempotencyLedger();
  const store = new InMemorySagaStore();
  const notices = new InMemoryNotices();
  const directory = new Directory();
  const clock = hurriedClock();
  const carl = aPrincipal({ id: 'principal-carl', name: 'carl', organisationId: 'org-acme' });
  directory.apply({ kind: 'principal', id: carl.id, state: carl });
  const calls: string[] = [];
  const dropped: string[] = [];
  const requests: Invoke[] = [];
  const invoke = {
    run: async (request: Invoke): Promise<Invoked> => {
      const line = String(request.input.line);
      const tool = request.tool ?? '';
      requests.push(request);
      const ends = how(tool, line);
      calls.push(`${tool.includes('free') ? 'undo ' : ''}${line}${ends === 'done' ? '' : ` ${ends}`}`);
      return { envelope: { id: `call-${calls.length}`, ...endings[ends] } } as Invoked;
    },
  };
  const carryOut = new CarryOutSagas({
    ...{ store, invoke, directory, clock, random: new FakeRandom() },
    ...{ approvals, ledger },
    drop: async (approvalId) => {
      dropped.push(approvalId);
      await approvals.close(approvalId, 'cancelled', clock.now());
    },
    consents: { open: async () => undefined, standing: async () => 'given' },
    tell: new NotifyOfSagas({ notices, directory, url: () => 'http://assay', clock }),
    audit: { append: () => ({ settled: Promise.resolve() }) as never },
  });
  return { store, notices, approvals, ledger, directory, carryOut, calls, requests, dropped, clock };
}

const alive = new AbortController().signal;
/** A step whose line, which its undo is given too, is its id. */
export const aLinedStep = (id: string, parts: Partial<SagaStep> = {}) =>
  aSagaStep({ id, arguments: { line: id }, ...parts });

/** A saga, carried out as far as it goes. */
export async function carriedOutSaga(saga: Saga, how: (tool: string, line: string) => SagaCallEnds) {
  const parts = smallSagas(how);
  await begunSaga(parts.store, saga);
  const came = await parts.carryOut.advance(saga.id, alive);
  const ended = (await parts.store.find(saga.id)) as Saga;
  return { ...parts, came, ended };
}
