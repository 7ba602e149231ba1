import { expect, it } from '@jest/globals';
import { type Plan, planOf, type ToolNode } from '../plan.js';
import { cancelled, failed, type Outcome, succeeded } from '../run/outcome.js';
import { resultOf, runStatusOf, takenFailures } from './run-view.js';

const node = (id: string): ToolNode => ({
  ...{ kind: 'tool', id, place: '', needs: [], tool: `t/${id}`, inputPlace: '' },
  input: { kind: 'template', template: { kind: 'literal', value: {} }, missing: 'null' },
});
const plan = (outputs: readonly number[], forwardsFailures = false): Plan =>
  planOf({ nodes: [node('a'), node('b')], outputs, forwardsFailures });
const no = failed({ code: 'tool_error', message: 'no', outcome: 'none' });
const skipped: Outcome = { status: 'skipped', because: 'why' };

it('a run succeeded when everything did, partly when something that is returned did', () => {
  expect(runStatusOf(plan([0, 1]), [succeeded(1), succeeded(2)])).toBe('succeeded');
  expect(runStatusOf(plan([1]), [no, succeeded(2)])).toBe('partial');
  expect(runStatusOf(plan([0]), [no, succeeded(2)])).toBe('failed');
});

it('a plan gives its output steps, other notations the one result or the first failure', () => {
  expect(resultOf({ notation: 'plan', plan: plan([0, 1]) }, [no, skipped])).toEqual({
    outputs: { a: { status: 'failed', error: 'no' }, b: { status: 'skipped', error: 'why' } },
    error: { code: 'tool_error', message: 'a: no', outcome: 'none' },
  });
  expect(resultOf({ notation: 'plan', plan: plan([0, 1]) }, [cancelled, succeeded(null)]).outputs).toEqual({
    a: { status: 'cancelled' },
    b: { status: 'succeeded', output: null },
  });
  expect(resultOf({ notation: 'chain', plan: plan([1]) }, [succeeded(1), succeeded(2)])).toEqual({
    outputs: {},
    output: 2,
  });
  expect(resultOf({ notation: 'chain', plan: plan([1]) }, [no, skipped])).toMatchObject({
    error: { code: 'tool_error' },
  });
});

it('failures that were passed on are reported', () => {
  expect(takenFailures(plan([1], true), [no, succeeded(1)])).toEqual(['a failed: no']);
  expect(takenFailures(plan([1], true), [succeeded(1), no])).toEqual([]);
  expect(takenFailures(plan([1]), [no, succeeded(1)])).toEqual([]);
});
