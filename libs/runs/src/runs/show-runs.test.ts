import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aStep, smallCompositions } from '../testing/small-compositions.js';
import { notYours, ShowRuns } from './show-runs.js';

const other = aCaller({ id: 'principal-eve' });

async function setUp() {
  const { replica, caller, store } = await smallCompositions();
  const { runs } = replica('one');
  const plan = { steps: [aStep('a', 'acme/read', { x: 1 })] };
  const made = await runs.execute(caller, { plan }, { traceId: 't' });
  const { id } = (made as { value: { id: string } }).value;
  return { caller, id, store, show: new ShowRuns({ store, held: { find: () => undefined } }) };
}

describe('ShowRuns', () => {
  it('shows callers their own runs', async () => {
    const { caller, id, show } = await setUp();
    expect(await show.show(caller, id)).toMatchObject({ ok: true, value: { id, status: 'succeeded' } });
    expect(await show.standing(caller, id)).toBe('succeeded');
    const listed = await show.list({ principalId: caller.principalId as string, after: null, limit: 10 });
    expect(listed.map((run) => run.id)).toEqual([id]);
  });

  it('says of the runs of others only that the caller has none', async () => {
    const { id, show } = await setUp();
    expect(await show.show(other, id)).toEqual(notYours(id));
    expect(await show.show(other, 'no id')).toEqual(notYours('no id'));
    expect(await show.standing(other, id)).toBeUndefined();
    expect(
      show.follow(
        other,
        id,
        undefined,
        () => undefined,
        () => undefined,
      ),
    ).toBe('unknown');
  });
});
