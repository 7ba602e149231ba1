import { FakeClock } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import { WaitingSteps } from './waiting-steps.js';

const approval = (id: string) => ({ id, status: 'awaiting_approval', approval: { id, url: '' } }) as const;

function watched(mayLeave = true) {
  const clock = new FakeClock();
  const left: string[] = [];
  const steps = new WaitingSteps(clock, mayLeave ? () => left.push('left') : undefined);
  return { clock, left, steps };
}

it('leaves once when all that goes on waits for consent, and knows what for', async () => {
  const { clock, left, steps } = watched();
  const other = Promise.withResolvers<void>();
  const working = steps.during(() => other.promise);
  const waiting = steps.during(async () => {
    steps.begin(approval('a'));
    await new Promise(() => undefined);
  });
  void waiting;
  clock.advance(1);
  expect([left, steps.isLeft]).toEqual([[], false]);
  other.resolve();
  await working;
  clock.advance(1);
  expect([left, steps.isLeft, steps.waits]).toEqual([['left'], true, [approval('a')]]);
});

it('lets begin what an end makes ready before it looks', async () => {
  const { clock, left, steps } = watched();
  void steps.during(async () => {
    steps.begin(approval('a'));
    await new Promise(() => undefined);
  });
  await steps.during(async () => undefined);
  const next = Promise.withResolvers<void>();
  const begun = steps.during(() => next.promise);
  clock.advance(1);
  expect(left).toEqual([]);
  next.resolve();
  await begun;
  clock.advance(1);
  expect(left).toEqual(['left']);
});

it('waits on for a ticket, for what has been decided meanwhile, and where nothing can be left', async () => {
  const { clock, left, steps } = watched();
  void steps.during(async () => {
    const goOn = steps.begin({ id: 'a', status: 'escalated', escalation: { id: 't', url: '' } });
    goOn();
    steps.begin(approval('b'))();
    await new Promise(() => undefined);
  });
  clock.advance(1);
  expect([left, steps.waits]).toEqual([[], []]);
  const alone = watched(false);
  void alone.steps.during(async () => {
    alone.steps.begin(approval('a'));
    await new Promise(() => undefined);
  });
  alone.clock.advance(1);
  expect(alone.steps.isLeft).toBe(false);
});
