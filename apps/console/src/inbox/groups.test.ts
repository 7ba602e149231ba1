import { describe, expect, it } from '@jest/globals';
import { groupsOf } from './groups.js';

const part = (id: string) => ({ kind: 'run', id, step: 's', neededBy: [], neededByCount: 0 }) as const;
const single = (id: string) => ({ id, partOf: null });

describe('approvals of an inbox', () => {
  it('are together when they are steps of one run', () => {
    const step = (id: string, run: string) => ({ id, partOf: { ...part(run), neededBy: [] } });
    const grouped = groupsOf([step('a', 'r'), single('b'), step('c', 'r'), step('d', 'q')]);
    expect(grouped.map((group) => group.map(({ id }) => id))).toEqual([['a', 'c'], ['b'], ['d']]);
    expect(groupsOf([])).toEqual([]);
  });
});
