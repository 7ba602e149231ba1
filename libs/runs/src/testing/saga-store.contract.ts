import { deepEqual, equal, ok } from 'node:assert/strict';
import type { IdentityStore } from '@assay/identity';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import type { Saga, SagaEvent, SagaStep } from '../saga/saga.js';
import type { SagaStore } from '../saga/saga-store.js';
import { aSaga, aSagaStep, begunSaga } from './a-saga.js';

/** An empty store, and the stores of the rows it refers to. */
export interface SagaFixture {
  readonly identities: IdentityStore;
  readonly sagas: SagaStore;
}

export interface SagaContractCase {
  readonly name: string;
  readonly check: (fixture: SagaFixture) => Promise<void>;
}

const at = Date.UTC(2026, 0, 1);
const idAt = (number: number): string => `0198f000-0000-7000-8000-${String(number).padStart(12, '0')}`;

async function withPeople({ identities }: SagaFixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const [carl, ann] = await Promise.all(
    ['carl', 'ann'].map((name) => identities.addPrincipal({ ...aPrincipalRow(organisation.id), name })),
  );
  const saga = (number: number, parts: Partial<Saga> = {}): Saga =>
    aSaga({ id: idAt(number), organisationId: organisation.id, principalId: carl?.id ?? '', ...parts });
  return { organisation, saga, carl: carl?.id ?? '', ann: ann?.id ?? '' };
}

const event = (kind: SagaEvent['kind'], status: string): SagaEvent => ({
  at,
  kind,
  step: 'book',
  status,
  message: null,
});

/** A step that was made, with awkward text in what it gave. */
const made = (): SagaStep => {
  const step = aSagaStep({
    compensation: {
      class: 'semantic',
      tool: 'acme/rooms.free@^1',
      input: { kind: 'arguments', arguments: { room: '$ref:output.room' } },
    },
  });
  return {
    ...step,
    forward: {
      ...step.forward,
      status: 'succeeded',
      startedAt: at,
      endedAt: at + 5,
      input: { line: 'a' },
      output: { room: 'tea \u0000 \ud83c' },
    },
  };
};

/** What every SagaStore promises. */
export const sagaStoreContract: readonly SagaContractCase[] = [
  {
    name: 'what was begun is found whole',
    check: async (fixture) => {
      const { saga } = await withPeople(fixture);
      const one = saga(1, { steps: [aSagaStep(), made()], scopes: ['a', 'b'], namespaces: ['acme'], deadlineAt: at });
      deepEqual(await begunSaga(fixture.sagas, one), one);
      deepEqual(await fixture.sagas.find(one.id), one);
      equal(await fixture.sagas.find(idAt(9)), undefined);
    },
  },
  {
    name: 'the same key of the same caller begins one saga',
    check: async (fixture) => {
      const { saga, ann } = await withPeople(fixture);
      const first = await begunSaga(fixture.sagas, saga(1, { idempotencyKey: 'k' }));
      equal((await begunSaga(fixture.sagas, saga(2, { idempotencyKey: 'k' }))).id, first.id);
      equal((await begunSaga(fixture.sagas, saga(3, { idempotencyKey: 'k', principalId: ann }))).id, idAt(3));
      equal((await begunSaga(fixture.sagas, saga(4))).id, idAt(4));
      equal((await begunSaga(fixture.sagas, saga(5))).id, idAt(5));
    },
  },
  {
    name: 'it is found under its caller’s key, and under nobody else’s',
    check: async (fixture) => {
      const { saga, carl, ann } = await withPeople(fixture);
      const kept = await begunSaga(fixture.sagas, saga(1, { idempotencyKey: 'k', steps: [made()] }));
      deepEqual(await fixture.sagas.underKey(carl, 'k'), kept);
      equal(await fixture.sagas.underKey(ann, 'k'), undefined);
      equal(await fixture.sagas.underKey(carl, 'K'), undefined);
    },
  },
  {
    name: 'no more are begun than may be open, however many at once; what has ended makes room, and a known key needs none',
    check: async (fixture) => {
      const { sagas } = fixture;
      const { saga, ann } = await withPeople(fixture);
      const begin = (number: number, parts: Partial<Saga> = {}) => sagas.begin(saga(number, parts), 3);
      const begun = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((number) => begin(number, { idempotencyKey: `k${number}` })),
      );
      const kept = begun.filter((it) => it !== undefined);
      equal(kept.length, 3);
      const [first] = kept;
      ok(first !== undefined);
      equal((await begin(9, { idempotencyKey: first.idempotencyKey }))?.id, first.id);
      equal((await begin(7, { principalId: ann }))?.id, idAt(7));
      await sagas.save({ saga: { ...first, state: 'FAILED', endedAt: at }, changed: [], events: [] }, at);
      equal((await begin(8))?.id, idAt(8));
      equal(await begin(10), undefined);
    },
  },
  {
    name: 'a change is written whole, with its events in order; one on an older state is refused',
    check: async (fixture) => {
      const { sagas } = fixture;
      const { saga } = await withPeople(fixture);
      const begun = await begunSaga(sagas, saga(1, { steps: [aSagaStep(), aSagaStep({ id: 'pay' })] }));
      const change = {
        saga: { ...begun, state: 'RUNNING' as const, deadlineAt: at + 9, steps: [made(), ...begun.steps.slice(1)] },
        changed: [0],
        events: [event('saga.state', 'RUNNING'), event('step.started', 'running')],
      };
      const saved = await sagas.save(change, at + 7);
      deepEqual(await sagas.find(begun.id), saved);
      equal(saved?.updatedAt, at + 7);
      equal(await sagas.save({ ...change, events: [event('saga.state', 'lost')] }, at + 8), undefined);
      ok(saved !== undefined);
      await sagas.save(
        { saga: { ...saved, state: 'FAILED', endedAt: at + 9 }, changed: [], events: [event('saga.state', 'FAILED')] },
        at + 9,
      );
      const events = await sagas.events(begun.id, 0, 10);
      deepEqual(
        events.map(({ number, status }) => [number, status]),
        [
          [1, 'RUNNING'],
          [2, 'running'],
          [3, 'FAILED'],
        ],
      );
      deepEqual(
        (await sagas.events(begun.id, 1, 1)).map(({ number }) => number),
        [2],
      );
    },
  },
  {
    name: 'of two changes at once one is written',
    check: async (fixture) => {
      const { saga } = await withPeople(fixture);
      const begun = await begunSaga(fixture.sagas, saga(1));
      const write = () => fixture.sagas.save({ saga: begun, changed: [], events: [event('saga.cancel', 'x')] }, at);
      const written = await Promise.all(Array.from({ length: 8 }, write));
      equal(written.filter((it) => it !== undefined).length, 1);
      equal((await fixture.sagas.events(begun.id, 0, 100)).length, 1);
    },
  },
  {
    name: 'lists are newest first, of the organisation or of one’s own, by state, without what steps were given',
    check: async (fixture) => {
      const { sagas } = fixture;
      const { saga, organisation, carl, ann } = await withPeople(fixture);
      for (const number of [1, 2, 3]) await begunSaga(sagas, saga(number));
      await begunSaga(sagas, saga(4, { principalId: ann, state: 'COMPENSATION_FAILED' }));
      const ids = async (query: object) =>
        (await sagas.list({ organisationId: null, principalId: carl, limit: 10, ...query })).map(({ id }) => id);
      deepEqual(await ids({}), [idAt(3), idAt(2), idAt(1)]);
      const [bare] = await sagas.list({ organisationId: null, principalId: carl, limit: 1 });
      deepEqual([bare?.steps[0]?.arguments, bare?.steps[0]?.id], [{}, 'book']);
      deepEqual(await ids({ organisationId: organisation.id, limit: 2 }), [idAt(4), idAt(3)]);
      deepEqual(await ids({ before: idAt(3) }), [idAt(2), idAt(1)]);
      deepEqual(await ids({ organisationId: organisation.id, state: 'COMPENSATION_FAILED' }), [idAt(4)]);
    },
  },
  {
    name: 'those that move and of which nothing was written are found, the oldest first',
    check: async (fixture) => {
      const { sagas } = fixture;
      const { saga } = await withPeople(fixture);
      const [first] = await Promise.all([1, 2].map((number) => begunSaga(sagas, saga(number))));
      await begunSaga(sagas, saga(3, { state: 'COMPENSATION_FAILED' }));
      await sagas.save({ saga: first as Saga, changed: [], events: [] }, at + 50);
      const ids = async (before: number) => (await sagas.stalled(before, 10)).map(({ id }) => id);
      deepEqual(await ids(at), []);
      deepEqual(await ids(at + 1), [idAt(2)]);
      deepEqual(await ids(at + 51), [idAt(2), idAt(1)]);
    },
  },
  {
    name: 'inputs and outputs of steps are deleted after their retention, and their outcomes are not',
    check: async (fixture) => {
      const { sagas } = fixture;
      const { saga } = await withPeople(fixture);
      const begun = await begunSaga(sagas, saga(1, { steps: [made()] }));
      await sagas.save({ saga: { ...begun, state: 'FAILED', endedAt: at }, changed: [], events: [] }, at);
      equal(await sagas.forget(at), 0);
      equal(await sagas.forget(at + 1), 1);
      equal(await sagas.forget(at + 1), 0);
      const found = await sagas.find(begun.id);
      const [step] = found?.steps ?? [];
      deepEqual([step?.arguments, step?.forward.input, step?.forward.output], [{}, null, null]);
      equal(step?.forward.status, 'succeeded');
    },
  },
];
