import type { RunStepView } from '@assay/contracts';
import { fail } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { cancelled, failed, succeeded } from '../run/outcome.js';
import { KeptOutcomes } from './kept-outcomes.js';
import type { KeptStep } from './run.js';

const view = (id: string, parts: Partial<RunStepView> = {}): RunStepView => ({
  ...{ index: 0, id, tool: 'acme/a', status: 'succeeded', ms: 1, ...parts },
});
const acted = { tool: 'acme/a', version: '1.0.0', input: { x: 1 } };
const failure = (outcome: 'none' | 'unknown' | 'done') => failed(fail('tool_error', 'no', { outcome }).error);

function known(kept: KeptStep[] = [], resumed?: number) {
  const noted: KeptStep[] = [];
  return { outcomes: new KeptOutcomes(kept, resumed, { note: (step) => noted.push(step) }), noted };
}

describe('what is known of a run', () => {
  it('is noted as it happens, in order, which goes on where it was kept', () => {
    const { outcomes, noted } = known([{ path: 'z', view: view('z'), outcome: succeeded(0), order: 7 }]);
    outcomes.keep({ path: 'a', view: view('a'), outcome: null, acted });
    outcomes.waits('a', view('a', { status: 'awaiting_approval' }));
    outcomes.note('join', { winners: ['x'] });
    expect(noted.map(({ path, order }) => [path, order])).toEqual([
      ['a', 8],
      ['a', 9],
      ['join', 10],
    ]);
    expect(noted[1]?.acted).toEqual(acted);
    expect(outcomes.recall('join')).toEqual({ winners: ['x'] });
    expect(outcomes.recall('a')).toBeUndefined();
  });

  it('has effects in the order they happened', () => {
    const { outcomes } = known([
      { path: 'late', view: view('late'), outcome: succeeded(1), acted, order: 9 },
      { path: 'early', view: view('early'), outcome: null, acted, order: 2 },
      { path: 'read', view: view('read'), outcome: succeeded(1), order: 1 },
    ]);
    expect(outcomes.effects().map(({ path }) => path)).toEqual(['early', 'late']);
  });

  it('has a step called again under the key it was called under', () => {
    const { outcomes, noted } = known([{ path: 'a', view: view('a'), outcome: null, acted, resumed: 1 }], 3);
    outcomes.keep({ path: 'a', view: view('a'), outcome: succeeded(1) });
    outcomes.keep({ path: 'b', view: view('b'), outcome: succeeded(1) });
    expect(noted.map(({ resumed }) => resumed)).toEqual([1, 3]);
  });

  it('leaves to a resumption what lasts, and asks again for what is not known, but not within what was undone', () => {
    const { outcomes } = known([
      { path: 'done', view: view('done'), outcome: succeeded(1) },
      { path: 'failed', view: view('failed'), outcome: failure('none') },
      { path: 'unknown', view: view('unknown'), outcome: failure('unknown') },
      { path: 'effect', view: view('effect'), outcome: failure('done') },
      { path: 'begun', view: view('begun'), outcome: null, acted },
      {
        path: 'waited',
        view: view('waited', { waitsFor: { kind: 'approval', id: 'a', url: 'u' } }),
        outcome: null,
        acted,
      },
      { path: 'gone', view: view('gone'), outcome: cancelled },
      { path: 'choice', view: view('choice', { chosen: { case: 'a', confidence: 1 } }), outcome: succeeded('a') },
      { path: 'unsure', view: view('unsure', { chosen: { case: null, confidence: 0 } }), outcome: succeeded(null) },
      { path: 'won', view: null, outcome: null, join: { winners: ['a'] } },
      { path: 'lost', view: null, outcome: null, join: { winners: null, failure: fail('tool_error', 'no').error } },
      { path: 'won.b.step', view: view('won.b.step'), outcome: succeeded(1), acted },
      { path: 'won.bb.step', view: view('won.bb.step'), outcome: succeeded(1), acted },
    ]);
    const left = outcomes.unfinished(['won.b']);
    expect(left.map(({ path, outcome }) => [path, outcome?.status ?? null])).toEqual([
      ['done', 'succeeded'],
      ['unknown', null],
      ['effect', null],
      ['begun', null],
      ['choice', 'succeeded'],
      ['won', null],
      ['won.bb.step', 'succeeded'],
    ]);
    expect(left.find(({ path }) => path === 'unknown')?.view?.status).toBe('waiting');
  });
});
