import { type Failure, fail, ok } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import type { Chain } from '../notations/chain.js';
import type { ActSituation } from './decide-action.js';
import type { Choose, StepCall } from './scope.js';
import { chainOf, run, throwing } from './tools-as-functions.fixture.js';

const act: Chain = {
  act: {
    task: '$input.task',
    observe: 'look',
    tools: ['click', 'fill'],
    schema: '$input.schema',
    maxSteps: '$input.maxSteps',
    max: 5,
  },
};

/** A model that answers so, one text a turn; what it was shown. */
function scripted(...answers: readonly (string | Failure)[]) {
  const shown: ActSituation[] = [];
  const choose: Choose = async (_, incoming) => {
    shown.push(incoming as ActSituation);
    const answer = answers[shown.length - 1] ?? '{"action": "click", "arguments": {}}';
    return typeof answer === 'string' ? ok(answer) : fail(answer.code, answer.message);
  };
  return { choose, shown };
}

const tools = {
  look: () => ({ tree: 'a page' }),
  click: ({ input }: StepCall) => input,
  fill: throwing('denied by a policy'),
};

const done = (result: unknown) => JSON.stringify({ action: 'done', result });

describe('an act', () => {
  it('observes, calls what the model decides, and ends with its result', async () => {
    const model = scripted('{"action": "click", "arguments": {"mark": "e1"}}', done({ price: 3 }));
    const { outputs, begun } = await run(chainOf(act), tools, { input: { task: 'find it' }, choose: model.choose });
    expect(outputs[0]).toMatchObject({
      outcome: 'Success',
      result: { price: 3 },
      history: [{ step: 1, action: 'click', arguments: { mark: 'e1' }, outcome: 'done' }, { action: 'done' }],
    });
    expect(begun).toHaveLength(3);
    expect(model.shown[0]).toMatchObject({ task: 'find it', observation: { tree: 'a page' }, history: '' });
    expect(model.shown[1]?.history).toContain(String.raw`"output":"{\"mark\":\"e1\"}"`);
    expect(JSON.stringify(outputs[0])).not.toContain('"output"');
  });

  it('observes with the input that is fixed for it', async () => {
    const fixed = { act: { ...act.act, observe: { tool: 'look', input: { full: true } } } };
    const model = scripted(done(1));
    await run(chainOf(fixed), { ...tools, look: ({ input }) => input }, { input: { task: 'x' }, choose: model.choose });
    expect(model.shown[0]?.observation).toEqual({ full: true });
  });

  it('refuses a schema that is none, before anything is observed', async () => {
    const schema = { type: 'object', properties: { price: { type: 'money' } } };
    const { outcomes, begun } = await run(chainOf(act), tools, { input: { task: 'x', schema } });
    expect(outcomes[0]).toMatchObject({
      failure: { code: 'invalid_input', message: expect.stringContaining('/properties/price/type') },
    });
    expect(begun).toEqual([]);
  });

  it('gives what is not valid, and what is refused, back to the model', async () => {
    const answers = ['no JSON', '{"action": "fly"}', '{"action": "fill", "arguments": {}}', done(1), done({ n: 1 })];
    const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const model = scripted(...answers);
    const { outputs } = await run(chainOf(act), tools, { input: { task: 'x', schema }, choose: model.choose });
    expect(outputs[0]).toMatchObject({ outcome: 'Success', result: { n: 1 }, steps: 5 });
    const { history } = outputs[0] as { history: { outcome: string; reason?: string }[] };
    expect(history.map((it) => it.outcome)).toEqual(['invalid', 'invalid', 'failed', 'invalid', 'done']);
    expect(history.map((it) => it.reason ?? '')).toEqual([
      expect.stringContaining('not JSON'),
      expect.stringContaining('"fly"'),
      expect.stringContaining('denied'),
      expect.stringContaining('does not meet the schema'),
      '',
    ]);
    expect(model.shown[3]?.history).toContain('denied by a policy');
  });

  it('ends as Exhausted after its turns, and as Timeout when a model is late', async () => {
    const turns = await run(chainOf(act), tools, { input: { task: 'x', maxSteps: 2 }, choose: scripted().choose });
    expect(turns.outputs[0]).toMatchObject({ outcome: 'Exhausted', steps: 2 });
    const late = scripted({ code: 'deadline_exceeded', message: 'late' });
    const timed = await run(chainOf(act), tools, { input: { task: 'x' }, choose: late.choose });
    expect(timed.outputs[0]).toMatchObject({ outcome: 'Timeout', steps: 0 });
  });

  it('fails without a task, and where no model answers', async () => {
    expect((await run(chainOf(act), tools, { input: {} })).outcomes[0]).toMatchObject({
      status: 'failed',
      failure: { code: 'invalid_input' },
    });
    const broken = scripted({ code: 'unavailable', message: 'no model' });
    const { outcomes } = await run(chainOf(act), tools, { input: { task: 'x' }, choose: broken.choose });
    expect(outcomes[0]).toMatchObject({ status: 'failed', failure: { code: 'unavailable' } });
  });
});
