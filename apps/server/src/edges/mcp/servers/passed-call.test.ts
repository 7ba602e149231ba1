import type { Envelope } from '@assay/contracts';
import { anEnvelope } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { replyOf } from './passed-call.js';

const envelope = (parts: Partial<Envelope> = {}) => anEnvelope({ output: { sum: 3 }, ...parts });
const own = { result: { content: [{ type: 'text', text: '3' }], structuredContent: { sum: 3 }, _meta: { kept: 1 } } };
const failed = (code: string) => ({
  envelope: envelope({
    status: 'failed',
    error: { code, class: 'server', message: 'no', retryable: false, outcome: 'none' },
  } as never),
  failure: { code, message: 'no' } as never,
});

describe('the reply to a passed call', () => {
  it("is the tool's own result, with what the gateway adds beside the tool's own additions", () => {
    expect(replyOf({ envelope: envelope(), failure: undefined }, own, false)).toEqual({
      result: {
        content: own.result.content,
        structuredContent: { sum: 3 },
        _meta: expect.objectContaining({ kept: 1, 'assay/invocationId': 'call-1', 'assay/confidence': 1 }),
      },
    });
  });

  it('has the structured content that the listing promises, where the server gave a text alone', () => {
    const text = { result: { content: [{ type: 'text', text: '{"sum":3}' }] } };
    const reply = (isPromised: boolean) => replyOf({ envelope: envelope(), failure: undefined }, text, isPromised);
    expect(reply(true)).toMatchObject({ result: { ...text.result, structuredContent: { sum: 3 } } });
    expect((reply(false) as { result: object }).result).not.toHaveProperty('structuredContent');
  });

  it("is the tool's own failure, as it said it", () => {
    const said = { result: { content: [{ type: 'text', text: 'broken' }], isError: true } };
    expect(replyOf(failed('tool_error'), said, false)).toMatchObject({
      result: { content: [{ text: 'broken' }], isError: true, _meta: { 'assay/error': { code: 'tool_error' } } },
    });
  });

  it("is the server's own error, as it said it", () => {
    const error = { error: { code: -32_042, message: 'Go there first', data: { elicitations: [] } } };
    expect(replyOf(failed('upstream_error'), error, false)).toBe(error);
  });

  it.each([
    ['what the gateway refuses', 'denied', undefined],
    ['what the gateway holds back of an answer', 'bad_output', own],
    ['what ended after an error of an earlier attempt', 'deadline_exceeded', { error: { code: 1, message: 'x' } }],
  ])('is a result that says no: %s', (_what, code, reply) => {
    expect(replyOf(failed(code), reply, false)).toMatchObject({
      result: { isError: true, content: [{ text: `${code}: no` }], _meta: { 'assay/error': { code } } },
    });
  });

  it('is the output of the first call, when it only repeats one', () => {
    expect(replyOf({ envelope: envelope(), failure: undefined }, undefined, false)).toMatchObject({
      result: { structuredContent: { sum: 3 } },
    });
  });
});
