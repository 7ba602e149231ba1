import { expect, it } from '@jest/globals';
import { maxIssues, Problems, settled } from './draft.js';

const issue = { path: '/steps/0', message: 'is wrong' };

it('a draft is settled without problems, and with a value', () => {
  expect(settled({ value: 1, issues: [] })).toEqual({ ok: true, value: 1 });
  expect(settled({ value: 1, issues: [issue] })).toEqual({ ok: false, error: [issue] });
  expect(settled({ value: null, issues: [] }).ok).toBe(false);
});

it('problems above the maximum are counted', () => {
  const problems = new Problems();
  for (let i = 0; i < maxIssues; i += 1) problems.tell(`/${i}`, 'is wrong');
  expect(problems.issues).toHaveLength(maxIssues);
  problems.tell('/more', 'is wrong');
  problems.tell('/more', 'is wrong');
  expect(problems.issues).toHaveLength(maxIssues + 1);
  expect(problems.issues.at(-1)).toEqual({ path: '', message: 'has 2 more problems' });
});
