import type { Saga, SagaStep } from '../saga/saga.js';
import type { SagaStore } from '../saga/saga-store.js';

const now = Date.UTC(2026, 0, 1);
const nothing = { invocationId: null, startedAt: null, askedAt: null, endedAt: null, error: null, approval: null };

/** A step that has not begun, undone with its own input. */
export const aSagaStep = (parts: Partial<SagaStep> = {}): SagaStep => ({
  id: 'book',
  tool: 'acme/rooms.book',
  version: '1.0.0',
  readOnly: false,
  repeatable: true,
  arguments: { line: 'book' },
  compensation: { class: 'full', tool: 'acme/rooms.free', input: { kind: 'reshape', expression: null } },
  forward: { ...nothing, status: 'waiting', input: null, output: null, outputBytes: 0 },
  undo: null,
  ...parts,
});

/** A saga of one step, of carl's, that has not begun. */
export const aSaga = (parts: Partial<Saga> = {}): Saga => ({
  id: '0198f000-0000-7000-8000-0000000005a6',
  organisationId: 'org-acme',
  principalId: 'principal-carl',
  keyId: null,
  scopes: ['tools:call'],
  namespaces: null,
  traceId: 'trace',
  idempotencyKey: null,
  requestDigest: 'sha256:request',
  state: 'PENDING',
  steps: [aSagaStep()],
  consents: [],
  problem: null,
  cancelledAt: null,
  callMs: 30_000,
  deadlineMs: 600_000,
  deadlineAt: null,
  ticket: null,
  resolutions: [],
  revision: 1,
  createdAt: now,
  updatedAt: now,
  endedAt: null,
  ...parts,
});

/** A saga as it is kept, whatever else its caller has begun. */
export async function begunSaga(store: Pick<SagaStore, 'begin'>, saga: Saga): Promise<Saga> {
  const kept = await store.begin(saga, Number.POSITIVE_INFINITY);
  if (kept === undefined) throw new Error(`The saga ${saga.id} was not begun.`);
  return kept;
}
