import type { Reply } from '@assay/gateway';
import { type Failure, ok, type Result } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { untilTaskEnds } from './upstream-task.js';

type State = Record<string, unknown>;

/** A server whose task is in one state after the other, and what it was asked. */
function serverOf(states: State[], answer: Reply = { result: { action: 'accept' } }) {
  const asked: [string, unknown][] = [];
  const controller = new AbortController();
  const cancelled: string[] = [];
  const request = async (method: string, params: State): Promise<Result<Reply, Failure>> => {
    asked.push([method, params.inputResponses]);
    return ok({ result: method === 'tasks/get' ? (states.shift() ?? {}) : {} });
  };
  const run = (created: State) =>
    untilTaskEnds(created, {
      ...{ label: 'acme/s', request, signal: controller.signal },
      cancel: (id) => void cancelled.push(id),
      ask: async () => answer,
      pause: () => new Promise((resolve) => setImmediate(resolve)),
    });
  return { run, asked, cancelled, controller };
}

const working = { taskId: 't', status: 'working' };
const asking = (...keys: string[]) => ({
  ...{ taskId: 't', status: 'input_required' },
  inputRequests: Object.fromEntries(keys.map((key) => [key, { method: 'elicitation/create', params: {} }])),
});
const done = { taskId: 't', status: 'completed', result: { resultType: 'complete', content: [] } };

describe('a task of a server', () => {
  it('ends with the result of its call', async () => {
    const { run } = serverOf([working, done]);
    expect(await run(working)).toEqual({ ok: true, value: { result: { content: [] } } });
  });

  it('ends with an error of the protocol when it failed', async () => {
    const error = { code: -32_603, message: 'It broke.' };
    const { run } = serverOf([{ taskId: 't', status: 'failed', error }]);
    expect(await run(working)).toEqual({ ok: true, value: { error } });
  });

  it('has each question asked once, and each answer delivered', async () => {
    const { run, asked } = serverOf([asking('a', 'b'), asking('b'), done]);
    await run(asking('a'));
    const updates = asked.filter(([method]) => method === 'tasks/update').map(([, it]) => it);
    expect(updates).toEqual([{ a: { action: 'accept' } }, { b: { action: 'accept' } }]);
  });

  it('is cancelled when nobody answers, or the call is over', async () => {
    const refused = serverOf([asking('a'), done], { error: { code: -32_603, message: 'The client has gone.' } });
    await refused.run(asking('a'));
    expect(refused.cancelled).toEqual(['t']);
    const over = serverOf([done]);
    over.controller.abort();
    await over.run(working);
    expect(over.cancelled).toEqual(['t']);
  });

  it.each([{ status: 'working' }, { taskId: 't', status: 'unheard of' }, { taskId: 't', status: 'completed' }])(
    'that cannot be read is a bad answer: %j',
    async (state) => {
      expect(await serverOf([]).run(state)).toMatchObject({ ok: false });
    },
  );
});
