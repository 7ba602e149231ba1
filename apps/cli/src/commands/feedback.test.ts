import type { FeedbackView } from '@assay/sdk';
import { afterAll, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const id = '0198f000-0000-7000-8000-00000000ca11';
const line = `POST /v1/invocations/${id}/feedback`;
const view: FeedbackView = {
  invocationId: id,
  verdict: 'rejected',
  reason: 'the wrong city',
  at: '2026-11-22T00:00:00.000Z',
};

it('judges the result of a call', async () => {
  const words = ['feedback', id, 'rejected', '--reason', 'the wrong city'];
  const { out, asked, code } = await assay(words, { answers: { [line]: view } });
  expect([code, out]).toEqual([0, expect.stringContaining(`The result of ${id} is rejected.`)]);
  expect(asked[0]).toMatchObject({ line, body: { verdict: 'rejected', reason: 'the wrong city' } });
  const json = await assay([...words, '--json'], { answers: { [line]: view } });
  expect(JSON.parse(json.out)).toEqual(view);
});

it('says what is wrong', async () => {
  expect((await assay(['feedback', id, 'maybe'])).code).toBe(2);
  const answers = { [line]: problem(404, 'not_found', `You have no finished call with the id "${id}".`) };
  const { code, err } = await assay(['feedback', id, 'accepted'], { answers });
  expect([code, err]).toEqual([1, expect.stringContaining('You have no finished call')]);
});
