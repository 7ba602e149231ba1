import { describe, expect, it } from '@jest/globals';
import { LiveRun, type NumberedRunEvent } from './live-run.js';
import type { Run } from './run.js';

const row: Run = {
  ...{ id: 'run', organisationId: 'o', principalId: 'p', keyId: null, idempotencyKey: null, digest: 'd' },
  ...{ notation: 'plan', status: 'running', traceId: 't', startedAt: 0, endedAt: null },
};
const live = () => new LiveRun(row, { isKept: true, written: Promise.resolve() }, 'here');
const waitsFor = { kind: 'approval' as const, id: 'a', url: 'u' };
const kinds = (events: readonly NumberedRunEvent[]) =>
  events.map(({ id, event }) => [
    id,
    event.kind === 'step' ? event.step.status : event.kind === 'status' ? event.status : event.kind,
  ]);

describe('a live run', () => {
  it('tells its steps and its standing to who listens, from wherever they come in, and its end last', async () => {
    const run = live();
    const [all, late]: [NumberedRunEvent[], NumberedRunEvent[]] = [[], []];
    run.follow(undefined, (event) => all.push(event));
    run.step('a', { tool: 't/a' });
    run.step('a', { tool: 't/a', status: 'running', ms: 0 });
    run.step('a', { tool: 't/a', status: 'awaiting_approval', waitsFor });
    await run.paused;
    expect(run.status).toBe('awaiting_approval');
    run.step('a', { tool: 't/a', status: 'succeeded', ms: 5 });
    expect(run.view()).toMatchObject({ status: 'running', steps: [{ index: 0, id: 'a', status: 'succeeded', ms: 5 }] });
    expect(run.view().steps[0]).not.toHaveProperty('waitsFor');
    run.follow('here-4', (event) => late.push(event));
    const view = run.view({ status: 'succeeded', endedAt: '2026-01-01T00:00:00.000Z' });
    run.end(view);
    expect(await run.ended).toBe(view);
    expect(kinds(all)).toEqual([
      ['here-1', 'running'],
      ['here-2', 'awaiting_approval'],
      ['here-3', 'awaiting_approval'],
      ['here-4', 'succeeded'],
      ['here-5', 'running'],
      ['here-6', 'end'],
    ]);
    expect(kinds(late)).toEqual([
      ['here-5', 'running'],
      ['here-6', 'end'],
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

  it('tells everything to who heard the last of somebody else, or of nobody', () => {
    const run = live();
    run.step('a', { tool: 't/a', status: 'running', ms: 0 });
    for (const after of ['there-1', 'here-99', 'here-x', '7', '']) {
      const heard: NumberedRunEvent[] = [];
      run.follow(after, (event) => heard.push(event))?.();
      expect(kinds(heard)).toEqual([['here-1', 'running']]);
    }
  });

  it('tells who comes late to a long run what is under way, and the events that are kept', () => {
    const run = live();
    run.step('slow', { tool: 't/a', status: 'running', ms: 0 });
    for (let at = 0; at < 300; at += 1) run.step(`s${at}`, { tool: 't/a', status: 'succeeded', ms: 0 });
    const heard: NumberedRunEvent[] = [];
    run.follow(undefined, (event) => heard.push(event));
    expect(heard).toHaveLength(257);
    expect(kinds(heard.slice(0, 2))).toEqual([
      ['here-45', 'running'],
      ['here-46', 'succeeded'],
    ]);
    const again: NumberedRunEvent[] = [];
    run.follow('here-45', (event) => again.push(event));
    expect(again).toHaveLength(256);
  });

  it('can be suspended after it was cancelled, which is distinguished', () => {
    const run = live();
    run.controller.abort('cancelled');
    expect(run.left.aborted).toBe(false);
    run.leave();
    expect([run.left.aborted, run.controller.signal.reason]).toEqual([true, 'cancelled']);
  });

  it('is heard by sixteen, and no more', () => {
    const run = live();
    const stops = Array.from({ length: 16 }, () => run.follow(undefined, () => undefined));
    expect(run.follow(undefined, () => undefined)).toBeUndefined();
    stops[0]?.();
    expect(run.follow(undefined, () => undefined)).toBeDefined();
  });
});
