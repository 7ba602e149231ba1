import type { Envelope } from '@assay/contracts';
import type { UpstreamAnswer } from '@assay/gateway';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { callAnswer, warningBlocks } from './call-answer.js';
import { ceilingOf } from './response-ceiling.fixture.js';

const pointer = {
  ...{ id: '0198f000-0000-7000-8000-00000000a001', digest: 'sha256:x', bytes: 9, mediaType: 'text/plain' },
  ...{ url: '/v1/outputs/x', expiresAt: '2026-11-25T00:00:00.000Z' },
};
const routed = { destinations: [], level: null, why: 'It is long.', notes: [] };
const call = {
  id: 'call',
  status: 'succeeded',
  tool: 'acme/a',
  version: '1.0.0',
  warnings: [],
  level: 1,
  confidence: 1,
};
const envelope = (parts: Partial<Envelope>) => ({ ...call, ...parts }) as Envelope;

async function shown(
  parts: Partial<Envelope>,
  more: { answer?: Partial<UpstreamAnswer>; detail?: 'full'; data?: object } = {},
) {
  const failure = more.data && { code: 'denied' as const, message: 'No.', data: more.data };
  const ended = { envelope: envelope(parts), failure, ...(more.answer && { answer: more.answer as UpstreamAnswer }) };
  const { ceiling } = ceilingOf();
  return callAnswer(ended as never, { caller: aCaller(), ceiling: 1_000, detail: more.detail ?? 'short' }, ceiling);
}
const textOf = async (...args: Parameters<typeof shown>) => {
  const [first] = (await shown(...args)).content;
  return first?.type === 'text' ? first.text : first?.type;
};

describe('what a model reads of a call', () => {
  it.each<[string, Partial<Envelope>, string]>([
    ['a text', { output: 'text' }, 'text'],
    ['a value', { output: { a: 1 } }, '{"a":1}'],
    ['a block', { output: 'text', context: '<tool_result>' }, '<tool_result>'],
    ['an error', { error: { code: 'denied', message: 'No.' } as never, context: 'x' }, 'denied: No.'],
    ['nothing', { routed: { ...routed, why: 'Not returned.' } }, 'Not returned.'],
    ['a call that waits', { status: 'awaiting_approval' }, 'awaiting_approval'],
  ])('of %s', async (_, parts, text) => {
    expect(await textOf(parts)).toBe(text);
  });

  it('of a kept result is where to read it, with a link', async () => {
    const { content } = await shown({ pointer, routed });
    expect(content).toEqual([
      { type: 'text', text: expect.stringMatching(/^It is long\. The whole .* read on with read_output/) },
      expect.objectContaining({ type: 'resource_link', uri: `assay://outputs/${pointer.id}` }),
    ]);
  });

  it('of a warned call has the warnings, of a failed one only the failure', () => {
    expect(warningBlocks({ warnings: ['old', 'slow'] })).toEqual([{ type: 'text', text: 'Warning: old\nslow' }]);
    expect(warningBlocks({ error: {} as never, warnings: ['old'] })).toEqual([]);
  });

  it('are the tool’s own blocks unless other tools set the result right', async () => {
    const answer = { content: [{ type: 'text', text: 'own' }], isError: false };
    expect(await textOf({ output: 'own' }, { answer })).toBe('own');
    expect(await textOf({ output: 'theirs', status: 'conditional' }, { answer })).toBe('theirs');
  });
});

describe('structured content', () => {
  it('is short, with everything else in _meta', async () => {
    const trace = [{ stage: 'call', ms: 1 }];
    const short = await shown({ output: 1, trace });
    expect(short.structuredContent).toEqual({
      status: 'succeeded',
      output: 1,
      tool: 'acme/a',
      version: '1.0.0',
      id: 'call',
    });
    expect(short._meta).toMatchObject({ 'assay/call': { trace, level: 1 } });
    const full = await shown({ output: 1, trace }, { detail: 'full' });
    expect(full.structuredContent).toMatchObject({ output: 1, trace, confidence: 1 });
  });

  it('has with an error what there is to do about it, and the output of no block twice', async () => {
    const error = { code: 'denied', message: 'No.' } as Envelope['error'];
    const failed = await shown({ error }, { data: { alternatives: ['b'] } });
    expect(failed.structuredContent).toMatchObject({ error: { code: 'denied', alternatives: ['b'] } });
    const block = await shown({ output: 'text', context: '<tool_result>' });
    expect(JSON.stringify(block.structuredContent)).not.toContain('"output"');
  });

  it('has a pointer in the place of a long output', async () => {
    const { structuredContent } = await shown({ output: 'x'.repeat(9_000) });
    expect(structuredContent).toMatchObject({
      pointer: { bytes: 9_000 },
      beginning: expect.stringMatching(/^x+\n.*read on/),
    });
    expect(JSON.stringify(structuredContent)).not.toContain('"output"');
  });
});
