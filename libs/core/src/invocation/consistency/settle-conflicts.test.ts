import type { ResolutionWay } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { fail } from '../../kernel/failure.js';
import type { CompletionRequest, LanguageModel } from '../../kernel/language-model.js';
import { ok } from '../../kernel/result.js';
import type { Conflict } from './compare-facts.js';
import { conflictIssue, settleConflicts } from './settle-conflicts.js';

const { signal } = new AbortController();
const conflict = (resolve: readonly ResolutionWay[], authorities = [0.5, 0.5]): Conflict => ({
  entity: '[["city","Ulm"]]',
  rule: { name: 'temperature', tolerance: 'exact', severity: 'CRITICAL', resolve },
  path: '/temp',
  claims: [
    { source: 'acme/a@1.0.0', authority: authorities[0] ?? 0, asOf: undefined, value: 20 },
    { source: 'acme/b@1.0.0', authority: authorities[1] ?? 0, asOf: undefined, value: 30 },
  ],
});

function saying(text: string) {
  const asked: CompletionRequest[] = [];
  const model: LanguageModel = {
    model: 'm',
    complete: async (request) => {
      asked.push(request);
      return text === '' ? fail('upstream_unavailable', 'gone') : ok({ text, tokens: { prompt: 1, completion: 1 } });
    },
  };
  return { model, asked };
}
const settle = async (one: Conflict, model: LanguageModel | null = null) =>
  (await settleConflicts([one], model, signal))[0]?.resolution;

describe('settleConflicts', () => {
  it('takes the first way that can', async () => {
    expect(await settle(conflict(['majority', 'authority'], [0.5, 0.8]))).toMatchObject({
      by: 'authority',
      claim: { value: 30 },
    });
    expect(await settle(conflict(['majority', 'authority']))).toBeUndefined();
    expect(await settle(conflict([], [0.5, 0.8]))).toBeUndefined();
  });

  it('leaves to a person what is for a person, whatever comes after', async () => {
    expect(await settle(conflict(['person', 'authority'], [0.5, 0.8]))).toBeUndefined();
  });

  it('lets a model choose among the claims, and nothing else', async () => {
    const { model, asked } = saying('{"claim": 1, "why": "It is summer."}');
    expect(await settle(conflict(['model']), model)).toMatchObject({
      by: 'model',
      claim: { value: 30 },
      why: 'the model m chose it: It is summer.',
    });
    expect(JSON.parse(asked[0]?.prompt as string)).toMatchObject({
      field: 'temperature',
      claims: [{ claim: 0 }, { claim: 1 }],
    });
    for (const text of ['{"claim": 2}', '{"claim": null}', '{"value": 25}', '30', ''])
      expect(await settle(conflict(['model']), saying(text).model)).toBeUndefined();
    expect(await settle(conflict(['model']))).toBeUndefined();
  });

  it('asks a model about a few conflicts of a call only', async () => {
    const { model, asked } = saying('{"claim": 0}');
    const many = Array.from({ length: 9 }, () => conflict(['model']));
    const settled = await settleConflicts(many, model, signal);
    expect([asked.length, settled.filter(({ resolution }) => resolution !== undefined).length]).toEqual([5, 5]);
  });
});

it('shows a conflict with what everybody says, and what stands', async () => {
  const [open] = await settleConflicts([conflict([])], null, signal);
  expect(open && conflictIssue(open)).toEqual({
    path: '/output/temp',
    message: 'is 20, but acme/b@1.0.0 says 30: nothing decides between them',
    layer: 'consistency',
    name: 'temperature',
    value: 20,
    expected: [{ source: 'acme/b@1.0.0', value: 30 }],
    severity: 'CRITICAL',
  });
  const [resolved] = await settleConflicts([conflict(['authority'], [0.5, 0.8])], null, signal);
  expect(resolved && conflictIssue(resolved)).toMatchObject({
    message: expect.stringMatching(/: 30 stands, since acme\/b@1.0.0 is trusted most/),
    resolution: { by: 'authority', value: 30, source: 'acme/b@1.0.0' },
  });
});
