import { nextStates } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aSaga, begunSaga } from '../testing/a-saga.js';
import { KilledSagas, type KilledWorldPlan, type UpstreamSays } from '../testing/killed-sagas.js';
import { aLinedStep } from '../testing/small-sagas.js';
import type { Saga, SagaStep } from './saga.js';
import { isAtRest, sagaTable } from './saga-states.js';

interface PlannedStep {
  readonly says: UpstreamSays;
  readonly undoSays: UpstreamSays;
}

const says = fc.constantFrom<UpstreamSays>('acts', 'acts', 'acts', 'acts', 'refuses', 'acts, and breaks');
const undoSays = fc.constantFrom<UpstreamSays>('acts', 'acts', 'acts', 'refuses', 'acts, and breaks');
const plans = fc.record({
  steps: fc.array(fc.record({ says, undoSays }), { minLength: 1, maxLength: 6 }),
  lives: fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 12 }),
});
const undo = {
  class: 'full',
  tool: 'acme/free',
  input: { kind: 'reshape', expression: '{"line": "undo " & input.line}' },
};

/** Carries a saga of such steps out on a machine that dies so often. */
async function carriedOut(steps: readonly PlannedStep[], rest: Pick<KilledWorldPlan, 'honours' | 'lives'>) {
  const of = (line: string): PlannedStep => steps[Number(line.slice(-1))] as PlannedStep;
  const world = new KilledSagas({
    ...rest,
    says: (line) => (line.startsWith('undo ') ? of(line).undoSays : of(line).says),
  });
  const parts: Partial<SagaStep> = { repeatable: rest.honours, compensation: undo as SagaStep['compensation'] };
  const saga = aSaga({ steps: steps.map((_, at) => aLinedStep(`s${at}`, parts)) });
  await begunSaga(world.store, saga);
  await world.carryOut(saga.id);
  return { world, ended: (await world.store.find(saga.id)) as Saga };
}

async function expectStates({ store }: KilledSagas, { id, state }: Saga): Promise<void> {
  const events = await store.events(id, 0, 1_000);
  const states = ['PENDING', ...events.filter(({ kind }) => kind === 'saga.state').map(({ status }) => status)];
  for (const [at, to] of states.slice(1).entries())
    expect(nextStates(sagaTable, states[at] as Saga['state'])).toContain(to);
  expect(states.at(-1)).toBe(state);
}

/** What a saga says of itself is what happened at the upstream. */
function expectTruth({ effects, order, notices }: KilledSagas, { state, steps, ticket }: Saga): void {
  const of = (line: string): number => effects.get(line) ?? 0;
  for (const [line, times] of effects) expect([line, times]).toEqual([line, 1]);
  for (const { id, forward, undo: back } of steps) {
    const [done, undone] = [of(id), of(`undo ${id}`)];
    if (forward.status === 'succeeded') expect([id, done]).toEqual([id, 1]);
    const stays = forward.status === 'succeeded' && back === null;
    if (stays) expect(state).toBe('COMPLETED');
    if (back === null) expect([id, done, undone]).toEqual([id, stays ? 1 : 0, 0]);
    if (back?.status === 'succeeded') expect([id, undone]).toEqual([id, 1]);
  }
  const failed = steps.filter((it) => it.undo?.status === 'failed').map(({ id }) => id);
  expect(state === 'COMPENSATION_FAILED').toBe(failed.length > 0);
  expect([ticket === null, notices.sent.length]).toEqual([failed.length === 0, failed.length > 0 ? 1 : 0]);
  const back = order.filter((line) => line.startsWith('undo ')).map((line) => line.slice('undo '.length));
  expect(back).toEqual([...back].sort().reverse());
}

describe('a saga on a machine that is killed at any moment', () => {
  it('ends, keeps to its states, does and undoes everything once, in reverse, and tells the truth', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.boolean(), async ({ steps, lives }, honours) => {
        const { world, ended } = await carriedOut(steps, { honours, lives });
        expect(isAtRest(ended)).toBe(true);
        await expectStates(world, ended);
        expectTruth(world, ended);
      }),
      { numRuns: 400 },
    );
  });

  it('knows everything where keys are honoured: nothing is left half done but what refuses to be undone', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async ({ steps, lives }) => {
        const { world, ended } = await carriedOut(steps, { honours: true, lives });
        const calm = await carriedOut(steps, { honours: true, lives: [] });
        expect([ended.state, world.order]).toEqual([calm.ended.state, calm.world.order]);
      }),
      { numRuns: 300 },
    );
  });
});
