import type { RunEventView } from '@assay/contracts';
import type { ToolProgress } from '@assay/gateway';
import { expect, it } from '@jest/globals';
import { planProgress } from './plan-tools.js';

const step = (
  id: string,
  status: 'running' | 'awaiting_approval' | 'succeeded' | 'failed',
  url?: string,
): RunEventView => ({
  kind: 'step',
  step: {
    ...{ index: 0, id, tool: 'acme/a', status, ms: 0 },
    ...(url !== undefined && { waitsFor: { kind: 'approval', id: 'x', url } }),
  },
});

it('the progress of a plan grows with everything it tells, and says where a person decides', () => {
  const reported: ToolProgress[] = [];
  const hear = planProgress(3, (it) => reported.push(it));
  hear(step('a', 'running'));
  hear(step('a', 'awaiting_approval', 'http://here/1'));
  hear(step('b', 'awaiting_approval', 'http://here/2'));
  hear({ kind: 'status', status: 'awaiting_approval' });
  hear(step('c', 'succeeded'));
  hear(step('a', 'running'));
  hear(step('a', 'failed'));
  hear(step('a', 'failed'));
  hear(step('b', 'succeeded'));
  expect(reported).toEqual([
    { progress: 0.5, total: 3, message: 'a: awaiting_approval, decided at http://here/1' },
    { progress: 0.75, total: 3, message: 'b: awaiting_approval, decided at http://here/2' },
    { progress: 1, total: 3, message: 'c: succeeded' },
    { progress: 2, total: 3, message: 'a: failed' },
    { progress: 3, total: 3, message: 'b: succeeded' },
  ]);
});
