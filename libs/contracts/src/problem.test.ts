import { expect, it } from '@jest/globals';
import { problemOf, problemSchema } from './problem.js';

it('takes title and status of the table', () => {
  const problem = problemOf('not_found', 'No tool "a/b".', 'trace');
  expect(problem).toEqual({
    type: 'urn:assay:error:not_found',
    title: expect.any(String),
    status: 404,
    detail: 'No tool "a/b".',
    code: 'not_found',
    traceId: 'trace',
  });
  expect(problemSchema.safeParse(problem).success).toBe(true);
});

it('keeps what is added beside the standard members, which nothing replaces', () => {
  const hostile = { type: 'x', title: 'x', status: 200, detail: 'x', code: 'x', traceId: 'x' };
  const plain = problemOf('conflict', 'Taken.', 'trace');
  const errors = [{ path: '/name', message: 'is taken' }];
  expect(problemOf('conflict', 'Taken.', 'trace', { ...hostile, errors, alternatives: ['b'] })).toEqual({
    ...plain,
    errors,
    alternatives: ['b'],
  });
});
