import type { Envelope, Invoke } from '@assay/contracts';
import { aCaller, aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { emptyExamination } from '../content/examine-content.js';
import type { InvocationContext } from '../invocation-context.js';
import { defaultTolerance } from './compare-outputs.js';
import { replayCase } from './replay-case.js';

const tool = aVersion(aManifest({ name: 'acme/a', costPerCallUsd: 0.5, outputSchema: { type: 'object' } }));
const against = aVersion(aManifest({ name: 'acme/b' }), { id: 'b' });

function setUp(answers: Record<string, Partial<Envelope>>, places: typeof emptyExamination.places = []) {
  const made: [string, InvocationContext['beside']][] = [];
  const run = async ({ tool: name = '' }: Invoke, { beside }: InvocationContext) => {
    made.push([name, beside]);
    const envelope = {
      ...{ id: `call ${made.length}`, status: 'succeeded', validation: { outcome: 'valid', issues: [] } },
      ...{ trace: [{ stage: 'call', ms: 7 }], tokens: { result: 3 }, ...answers[name.slice(0, 6)] },
    } as unknown as Envelope;
    return { envelope, failure: undefined, limit: undefined, text: () => '' };
  };
  const content = { examine: async () => ({ ...emptyExamination, places }) };
  const one = { source: 'recorded', name: 'one', input: { n: 1 } } as const;
  const signal = new AbortController().signal;
  const replay = { caller: aCaller(), tool, against, tolerance: defaultTolerance, traceId: 't', signal, deadlineMs: 9 };
  return { made, replay: (at = 0) => replayCase(one, at, replay, { invoke: { run }, content }) };
}

describe('replayCase', () => {
  it('makes both calls as an evaluation, in turn, and compares them', async () => {
    const { made, replay } = setUp({ 'acme/a': { output: { n: 1 } }, 'acme/b': { output: { n: 2 } } });
    expect(await replay()).toMatchObject({
      outcome: 'different',
      tool: { ms: 7, failed: false, schemaValid: true, tokens: 3, costUsd: 0.5 },
      against: { schemaValid: null, costUsd: null },
      differences: [{ kind: 'number', path: '/n', before: '1', after: '2' }],
    });
    await replay(1);
    expect(made).toEqual([
      ['acme/a@1.0.0', 'evaluation'],
      ['acme/b@1.0.0', 'evaluation'],
      ['acme/b@1.0.0', 'evaluation'],
      ['acme/a@1.0.0', 'evaluation'],
    ]);
  });

  const failed = (code: string) => ({ status: 'failed', error: { code } }) as unknown as Partial<Envelope>;

  it.each([
    ['same', {}],
    ['only_tool', { 'acme/b': failed('tool_error') }],
    ['only_against', { 'acme/a': failed('bad_output') }],
    ['both_failed', { 'acme/a': failed('tool_error'), 'acme/b': failed('tool_error') }],
    ['left_out', { 'acme/b': failed('rate_limited') }],
  ])('is %s', async (outcome, answers) => {
    expect(await setUp(answers).replay(1)).toMatchObject({ outcome });
  });

  it('shows values without what the detectors find in them', async () => {
    const answers = { 'acme/a': { output: 'ann' }, 'acme/b': { output: 'bob' } };
    const { replay } = setUp(answers, [{ class: 'personal.name', path: '', start: 0, end: 3 }]);
    expect((await replay()).differences).toMatchObject([{ before: '"[name]"', after: '"[name]"' }]);
  });
});
