import { rememberJson } from '@assay/kernel';
import { anEnvelope } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { failureResult, plainResult } from './plain-result.js';

const resultOf = (output: unknown) => plainResult({ envelope: anEnvelope({ output }), failure: undefined });
const blocks = [
  { type: 'image', data: 'AA==', mimeType: 'image/png' },
  { type: 'text', text: 'x' },
];

describe('plainResult', () => {
  it.each([
    ['a text', 'done', [{ type: 'text', text: 'done' }], undefined],
    ['an object', { sum: 5 }, [{ type: 'text', text: '{"sum":5}' }], { sum: 5 }],
    ['an array', [1], [{ type: 'text', text: '[1]' }], undefined],
    ['nothing', null, [{ type: 'text', text: 'null' }], undefined],
    ['content blocks', { content: blocks }, blocks, undefined],
    [
      'an object that only resembles them',
      { content: ['x'] },
      [{ type: 'text', text: '{"content":["x"]}' }],
      { content: ['x'] },
    ],
  ])('hands on %s', (_, output, content, structuredContent) => {
    const result = resultOf(output);
    expect(result).toMatchObject({ content, isError: false });
    expect(result.structuredContent).toEqual(structuredContent);
  });

  it('has the text of a large output as it was written before', () => {
    const output = { sum: 5 };
    rememberJson(output, '{"sum": 5}');
    expect(resultOf(output).content).toEqual([{ type: 'text', text: '{"sum": 5}' }]);
  });

  it('is what the tool itself said, block for block, with what it said for programs', () => {
    const answer = { content: blocks, structured: { sum: 5 }, meta: { 'x/kept': 1 }, isError: false, source: 's' };
    const result = plainResult({ envelope: anEnvelope({ output: { sum: 5 } }), failure: undefined, answer });
    expect(result).toMatchObject({ content: blocks, structuredContent: { sum: 5 }, isError: false });
    expect(result._meta).toMatchObject({ 'x/kept': 1, 'assay/invocationId': 'call-1' });
  });

  it('reads a text as the structured content that it represents', () => {
    const answer = { content: [{ type: 'text', text: '{"sum": 5}' }], isError: false, source: 's' };
    const result = plainResult({ envelope: anEnvelope({ output: { sum: 5 } }), failure: undefined, answer });
    expect(result).toMatchObject({ content: answer.content, structuredContent: { sum: 5 } });
  });

  it('is the output where it is no longer the tool’s own, or the tool knows no blocks', () => {
    const answer = { content: [{ type: 'text', text: '4' }], structured: { sum: 4 }, isError: false, source: 's' };
    const resolved = anEnvelope({ output: { sum: 5 }, status: 'conditional' });
    const text = [{ type: 'text', text: '{"sum":5}' }];
    expect(plainResult({ envelope: resolved, failure: undefined, answer })).toMatchObject({ content: text });
    const bare = { ...answer, content: [] };
    expect(
      plainResult({ envelope: anEnvelope({ output: { sum: 5 } }), failure: undefined, answer: bare }),
    ).toMatchObject({
      content: text,
      structuredContent: { sum: 5 },
    });
  });

  it('is what a failing tool said, in its own words, and nothing of an answer that is held back', () => {
    const answer = { content: [{ type: 'text', text: 'No tea.' }], isError: true, source: 's' };
    const of = (code: 'tool_error' | 'bad_output', isError = true) =>
      plainResult({ envelope: anEnvelope(), failure: { code, message: 'm' }, answer: { ...answer, isError } });
    expect(of('tool_error')).toMatchObject({
      content: answer.content,
      isError: true,
      _meta: { 'assay/error': { code: 'tool_error' } },
    });
    expect(of('bad_output', false)).toMatchObject({ content: [{ text: 'bad_output: m' }], isError: true });
  });

  it('says beside it what the gateway knows', () => {
    expect(resultOf('x')._meta).toEqual({
      'assay/invocationId': 'call-1',
      'assay/tool': 'acme/orders.create@1.0.0',
      'assay/status': 'succeeded',
      'assay/confidence': 1,
    });
    const doubtful = anEnvelope({ level: 2, warnings: ['w'], confidence: 0.8 });
    expect(plainResult({ envelope: doubtful, failure: undefined })._meta).toMatchObject({
      'assay/level': 2,
      'assay/warnings': ['w'],
    });
  });

  it('is an error of the tool, with the whole of the failure, when the call failed', () => {
    const failure = { code: 'rate_limited', message: 'Too many.', retryAfterMs: 5 } as const;
    expect(plainResult({ envelope: anEnvelope({ status: 'failed' }), failure })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'rate_limited: Too many.' }],
      _meta: {
        'assay/invocationId': 'call-1',
        'assay/error': { code: 'rate_limited', class: 'rate_limited', retryable: true, retryAfterMs: 5 },
      },
    });
  });
});

it('tells a failure before any call with its problems', () => {
  const issues = [{ path: '/input/a', message: 'is needed' }];
  const result = failureResult({ code: 'invalid_input', message: 'No.', issues, data: { proposal: 1 } });
  expect(result._meta?.['assay/error']).toMatchObject({ errors: issues, proposal: 1 });
});
