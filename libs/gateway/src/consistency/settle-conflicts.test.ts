import type { ResolutionWay } from '@assay/contracts';
import { type CompletionRequest, fail, type LanguageModel, ok } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import type { Conflict } from './compare-facts.js';
import { conflictIssue, maxSettled, settleConflicts } from './settle-conflicts.js';

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
  (await settleConflicts([one], model, signal, () => true))[0]?.resolution;

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
    const settled = await settleConflicts(many, model, signal, () => true);
    expect([asked.length, settled.filter(({ resolution }) => resolution !== undefined).length]).toEqual([5, 5]);
    const [spent] = await settleConflicts([conflict(['model'])], model, signal, () => false);
    expect([spent?.resolution, asked.length]).toEqual([undefined, 5]);
  });

  it('shows a model no more of a thing and its values than their beginning', async () => {
    const { model, asked } = saying('{"claim": 0}');
    const { claims } = conflict([]);
    const long = 'x'.repeat(1_000_000);
    await settle({ ...conflict(['model']), entity: long, claims: [{ ...claims[0], value: long }, claims[0]] }, model);
    expect(String(asked[0]?.prompt).length).toBeLessThan(10_000);
  });

  it('resolves so many conflicts of a call, the critical ones first', async () => {
    const lesser = {
      ...conflict(['authority'], [0.5, 0.8]),
      rule: { ...conflict(['authority']).rule, severity: 'WARNING' },
    } as const;
    const many = [...Array.from({ length: 150 }, () => lesser), conflict(['authority'], [0.5, 0.8])];
    const settled = await settleConflicts(many, null, signal, () => true);
    expect(settled[0]?.conflict.rule.severity).toBe('CRITICAL');
    expect(settled.map(({ resolution }) => resolution !== undefined).lastIndexOf(true)).toBe(maxSettled - 1);
  });
});

it('shows the beginning of what is long', async () => {
  const { claims, ...rest } = conflict(['authority'], [0.5, 0.8]);
  const long = {
    ...rest,
    claims: [
      { ...claims[0], value: 'x'.repeat(9_000) },
      { ...claims[0], source: 'b', authority: 1, value: 'y'.repeat(9_000) },
    ],
  } as const;
  const [settled] = await settleConflicts([long], null, signal, () => true);
  expect(JSON.stringify(settled && conflictIssue(settled)).length).toBeLessThan(5_000);
});

it('shows a conflict with what everybody says, and what stands', async () => {
  const [open] = await settleConflicts([conflict([])], null, signal, () => true);
  expect(open && conflictIssue(open)).toEqual({
    path: '/output/temp',
    message: 'is 20, but acme/b@1.0.0 says 30: nothing decides between them',
    layer: 'consistency',
    name: 'temperature',
    value: 20,
    expected: [{ source: 'acme/b@1.0.0', value: 30 }],
    severity: 'CRITICAL',
  });
  const [resolved] = await settleConflicts([conflict(['authority'], [0.5, 0.8])], null, signal, () => true);
  expect(resolved && conflictIssue(resolved)).toMatchObject({
    message: expect.stringMatching(/: 30 stands, since acme\/b@1.0.0 is trusted most/),
    resolution: { by: 'authority', value: 30, source: 'acme/b@1.0.0' },
  });
});
