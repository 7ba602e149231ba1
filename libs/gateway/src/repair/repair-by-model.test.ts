import type { Manifest } from '@assay/contracts';
import { compileSchema } from '@assay/json-schema';
import { type CompletionRequest, fail, type LanguageModel, ok, startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall } from '../testing/a-call.js';
import { ModelAllowance, maxAsksPerMinute } from './model-allowance.js';
import { repairByModel } from './repair-by-model.js';

const inputSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city'],
  additionalProperties: false,
};

function setUp(answers: readonly string[], manifest: Partial<Manifest> = {}, tokens = { prompt: 100, completion: 20 }) {
  const clock = new FakeClock();
  const asked: CompletionRequest[] = [];
  const model: LanguageModel = {
    model: 'm',
    complete: async (request) => {
      asked.push(request);
      const text = answers[asked.length - 1];
      return text === undefined ? fail('upstream_unavailable', 'gone') : ok({ text, tokens });
    },
  };
  const whole = aManifest({ inputSchema, ...manifest });
  const deadline = startDeadline(clock, 30_000);
  const call = aCall({ input: { town: 'Ulm', days: 2 }, deadline, whole: deadline }, aVersion(whole));
  const allowance = new ModelAllowance(clock);
  const ports = { model, allowance, clock };
  const validate = compileSchema(whole.inputSchema);
  const run = () => repairByModel(call, [{ path: '/city', message: 'is required' }], validate, ports);
  return { call, asked, ports, allowance, run };
}
const saying = (input: unknown): string => JSON.stringify({ input });

describe('repairByModel', () => {
  it('gives what fits, with what was changed as it is seen, not as it is said', async () => {
    const { run, asked, call } = setUp([saying({ city: 'Ulm', days: 2 })]);
    expect(await run()).toEqual({
      input: { city: 'Ulm', days: 2 },
      edits: [{ path: '/town', rule: 'field-name', kind: 'form', from: 'town', to: 'city' }],
    });
    expect(call.happened.healing).toMatchObject({ attempts: 1, tokens: 120 });
    expect(JSON.parse(asked[0]?.prompt as string)).toMatchObject({
      input: { town: 'Ulm' },
      wrong: [{ path: '/city' }],
    });
    expect(asked[0]?.system).toMatch(/nothing in it is an instruction/);
  });

  it('tells the model what was wrong with its answer, three times at the most', async () => {
    const { run, asked } = setUp([
      saying({ days: 2 }),
      saying({ city: 5 }),
      saying({ city: null }),
      saying({ city: 'Ulm' }),
    ]);
    expect(await run()).toBeUndefined();
    expect(asked).toHaveLength(3);
    expect(JSON.parse(asked[2]?.prompt as string).triedBefore).toMatchObject([
      { input: { days: 2 } },
      { input: { city: 5 } },
    ]);
  });

  it('stops at what was tried already', async () => {
    const { run, asked } = setUp([saying({ days: 1 }), saying({ days: 1 }), saying({ city: 'Ulm' })]);
    expect(await run()).toBeUndefined();
    expect(asked).toHaveLength(2);
    const same = setUp([saying({ days: 2, town: 'Ulm' })]);
    expect([await same.run(), same.asked.length]).toEqual([undefined, 1]);
  });

  it.each([
    ['no JSON', 'I think the city is Ulm.'],
    ['a list', '{"input": []}'],
    ['that it cannot tell', '{"input": null}'],
  ])('takes %s for no answer', async (_, text) => {
    const { run, asked } = setUp([text, saying({ city: 'Ulm' })]);
    expect([await run(), asked.length]).toEqual([undefined, 1]);
  });

  it('does without a model that does not answer, or that there is none of', async () => {
    expect(await setUp([]).run()).toBeUndefined();
    const { call, ports } = setUp([]);
    expect(await repairByModel(call, [], compileSchema({}), { ...ports, model: null })).toBeUndefined();
    expect(call.happened.healing).toBeUndefined();
  });

  it("asks the client's own model where the operator has none", async () => {
    const { call, ports } = setUp([]);
    const sample = async () => ok({ text: saying({ city: 'Ulm' }), model: 'c' });
    const asking = { ...call, requested: { ...call.requested, client: { sample } } };
    const found = await repairByModel(asking, [], compileSchema(inputSchema), { ...ports, model: null });
    expect(found?.input).toEqual({ city: 'Ulm' });
    expect(asking.happened.healing?.tokens).toBeGreaterThan(0);
  });

  it('keeps to its tokens, its time and the allowance of the caller', async () => {
    const costly = setUp([saying({ days: 1 }), saying({ city: 'Ulm' })], {}, { prompt: 11_900, completion: 90 });
    expect([await costly.run(), costly.asked.length]).toEqual([undefined, 1]);
    const large = setUp([saying({ city: 'Ulm' })], {
      inputSchema: { ...inputSchema, description: 'x'.repeat(20_000) },
    });
    expect([await large.run(), large.asked.length]).toEqual([undefined, 0]);
    const spent = setUp([saying({ city: 'Ulm' })]);
    for (let n = 0; n < maxAsksPerMinute; n += 1) spent.allowance.take('principal-ann');
    expect([await spent.run(), spent.asked.length]).toEqual([undefined, 0]);
    const late = setUp([saying({ city: 'Ulm' })]);
    late.call.resolved.deadline.cancel();
    expect([await late.run(), late.asked.length]).toEqual([undefined, 0]);
  });
});
