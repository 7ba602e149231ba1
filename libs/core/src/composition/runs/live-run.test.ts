import { describe, expect, it } from '@jest/globals';
import { LiveRun, type NumberedRunEvent } from './live-run.js';
import type { Run } from './run.js';

const row: Run = {
  ...{ id: 'run', organisationId: 'o', principalId: 'p', keyId: null, idempotencyKey: null, digest: 'd' },
  ...{ notation: 'plan', status: 'running', traceId: 't', startedAt: 0, endedAt: null },
};
const live = () => new LiveRun(row, { isKept: true });
const waitsFor = { kind: 'approval' as const, id: 'a', url: 'u' };
const kinds = (events: readonly NumberedRunEvent[]) =>
  events.map(({ number, event }) => [
    number,
    event.kind === 'step' ? event.step.status : event.kind === 'status' ? event.status : event.kind,
  ]);

describe('a live run', () => {
  it('tells its steps and its standing to who listens, from wherever they come in, and its end last', async () => {
    const run = live();
    const [all, late]: [NumberedRunEvent[], NumberedRunEvent[]] = [[], []];
    run.follow(0, (event) => all.push(event));
    run.step('a', { tool: 't/a' });
    run.step('a', { tool: 't/a', status: 'running', ms: 0 });
    run.step('a', { tool: 't/a', status: 'awaiting_approval', waitsFor });
    await run.paused;
    expect(run.status).toBe('awaiting_approval');
    run.step('a', { tool: 't/a', status: 'succeeded', ms: 5 });
    expect(run.view()).toMatchObject({ status: 'running', steps: [{ index: 0, id: 'a', status: 'succeeded', ms: 5 }] });
    expect(run.view().steps[0]).not.toHaveProperty('waitsFor');
    run.follow(4, (event) => late.push(event));
    const view = run.view({ status: 'succeeded', endedAt: '2026-01-01T00:00:00.000Z' });
    run.end(view);
    expect(await run.ended).toBe(view);
    expect(kinds(all)).toEqual([
      [1, 'running'],
      [2, 'awaiting_approval'],
      [3, 'awaiting_approval'],
      [4, 'succeeded'],
      [5, 'running'],
      [6, 'end'],
    ]);
    expect(kinds(late)).toEqual([
      [5, 'running'],
      [6, 'end'],
    ]);
  });

  it('says of what was never called why', () => {
    const run = live();
    run.untouched('a', 't/a', { status: 'skipped', because: 'why' }, 0);
    run.untouched('b', 't/b', { status: 'failed', failure: { code: 'invalid_input', message: 'no' } }, 1.6);
    run.step('c', { tool: 't/c', status: 'failed' });
    run.untouched('c', 't/c', { status: 'cancelled' }, 0);
    expect(run.view().steps).toMatchObject([
      { status: 'skipped', error: { message: 'why' } },
      { status: 'failed', ms: 2, error: { code: 'invalid_input' } },
      { status: 'failed' },
    ]);
  });

  it('is heard by sixteen, and no more', () => {
    const run = live();
    const stops = Array.from({ length: 16 }, () => run.follow(0, () => undefined));
    expect(run.follow(0, () => undefined)).toBeUndefined();
    stops[0]?.();
    expect(run.follow(0, () => undefined)).toBeDefined();
  });
});
