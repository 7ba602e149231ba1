import { type CompletionRequest, type Failure, fail, type LanguageModel, ok, type Result } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { chooseByModel } from './choose-by-model.js';
import { denied, type Stocked, selectable } from './selectable.fixture.js';
import type { Selectable } from './strategy.js';

const stock: readonly Stocked[] = [
  { id: 'a/one', relevance: 0.6, manifest: { description: 'x'.repeat(5_000) } },
  { id: 'a/two', relevance: 0.5 },
  { id: 'a/closed', relevance: 0.55, ...denied },
];

async function chosen(answer: string | Result<never, Failure>, tools = stock, more: Partial<Selectable> = {}) {
  const asked: CompletionRequest[] = [];
  const model: LanguageModel = {
    model: 'small',
    complete: async (request) => {
      asked.push(request);
      return typeof answer === 'string' ? ok({ text: answer, tokens: { prompt: 1, completion: 1 } }) : answer;
    },
  };
  const clock = new FakeClock();
  const result = await chooseByModel({ model, clock }, { ...selectable(tools), ...more });
  return { result, asked, clock, names: result.ok ? result.value.choices.map(({ found }) => found.tool.id) : [] };
}

describe('chooseByModel', () => {
  it('asks nothing for somebody without a key', async () => {
    const { result, asked } = await chosen('{"tools":["a/two"]}', stock, { organisationId: null });
    expect(result).toMatchObject({ ok: false, error: { code: 'unauthenticated' } });
    expect(asked).toEqual([]);
  });

  it('puts what the model chose first and says so', async () => {
    const { names, result } = await chosen('{"tools":["a/two"]}');
    expect(names).toEqual(['a/two', 'a/one']);
    expect(result.ok && result.value.choices[0]?.notes).toEqual(['chosen by the model small']);
  });

  it('gives the model room to name the whole of a long shortlist', async () => {
    const many = Array.from({ length: 60 }, (_, n): Stocked => ({ id: `${'a'.repeat(60)}/${'tool'.repeat(30)}${n}` }));
    const { asked } = await chosen('{"tools":[]}', many, { query: { ...selectable(many).query, limit: 60 } });
    const all = many.map(({ id }) => id).join('", "');
    expect(asked[0]?.maxTokens).toBeGreaterThan(all.length / 4);
  });

  it('takes names of the shortlist only, once each, and the gate is last', async () => {
    const { names, result } = await chosen('```json\n{"tools":["a/closed","a/evil","a/two","a/two",7]}\n```');
    expect(names).toEqual(['a/two', 'a/one']);
    expect(result.ok && result.value.selection.steps).toContain('the model small chose 2 of 3');
    expect(result.ok && result.value.left[0]?.against[0]).toContain('chosen, but stage SANDBOX');
  });

  it.each([['no JSON'], ['[]'], ['{"tools":"a/one"}'], ['null']])('fails when the answer is %s', async (answer) => {
    expect((await chosen(answer)).result).toMatchObject({ ok: false, error: { code: 'upstream_error' } });
  });

  it('fails as the model does, and leaves no timer', async () => {
    const { result, clock } = await chosen(fail('upstream_unavailable', 'gone'));
    expect(result).toMatchObject({ ok: false, error: { code: 'upstream_unavailable' } });
    expect(clock.waiting).toBe(0);
  });

  it('asks within bounds', async () => {
    const { asked } = await chosen('{"tools":[]}');
    expect(asked[0]?.maxTokens).toBeLessThanOrEqual(400);
    expect(String(asked[0]?.prompt).length).toBeLessThan(1_500);
    expect(asked[0]?.jsonSchema).toMatchObject({
      properties: { tools: { items: { enum: ['a/one', 'a/closed', 'a/two'] } } },
    });
  });

  it('does not ask about nothing, and says what to set without a model', async () => {
    const none = await chosen('{}', []);
    expect({ asked: none.asked, names: none.names }).toEqual({ asked: [], names: [] });
    const refused = await chooseByModel({ model: null, clock: new FakeClock() }, selectable(stock));
    expect(refused).toMatchObject({
      error: { code: 'not_implemented', message: expect.stringContaining('LLM_MODEL') },
    });
  });
});
