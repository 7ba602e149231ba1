import { describe, expect, it } from '@jest/globals';
import { issuesOfShape } from './issues.js';

describe('issuesOfShape', () => {
  it('points at the place and keeps the message', () => {
    expect(issuesOfShape({ path: ['a', 0, 'b/c'], message: 'is odd' }, 'unknown')).toEqual([
      { path: '/a/0/b~1c', message: 'is odd' },
    ]);
  });

  it('reports absent members as required', () => {
    const message = 'Invalid input: expected string, received undefined';
    expect(issuesOfShape({ path: ['a'], message }, 'unknown')).toEqual([{ path: '/a', message: 'is required' }]);
  });

  it('lists unknown members one by one', () => {
    const problem = { path: ['a'], message: 'Unrecognized keys', keys: ['x', 'y'] };
    expect(issuesOfShape(problem, 'is not known')).toEqual([
      { path: '/a/x', message: 'is not known' },
      { path: '/a/y', message: 'is not known' },
    ]);
  });
});

describe('unknown members within a union', () => {
  it('are listed one by one too', () => {
    expect(issuesOfShape({ path: ['a'], message: 'Unrecognized keys: "x", "y"' }, 'is not known')).toEqual([
      { path: '/a/x', message: 'is not known' },
      { path: '/a/y', message: 'is not known' },
    ]);
  });
});
