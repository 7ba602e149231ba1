import { type ErrorCode, envelopeSchema } from '@assay/contracts';
import { digestJson } from '@assay/kernel';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { envelopeOf, rounded, runningEnvelope, statusOf } from './envelope.js';
import { aCall } from './testing/a-call.js';

const answer = { content: [], isError: false, source: 'mcp:acme/orders' };
const done = (parts = {}) => aCall({ answer, upstreamMs: 1.23456, output: { id: 1 }, ...parts }, aVersion());
const reading = aVersion(aManifest({ annotations: { readOnlyHint: true } }));
const failure = (code: ErrorCode, more = {}) => ({ code, message: 'Why.', ...more });

it.each<[ErrorCode | undefined, string]>([
  [undefined, 'succeeded'],
  ['tool_error', 'failed'],
  ['not_found', 'failed'],
  ['deadline_exceeded', 'failed'],
  ['cancelled', 'cancelled'],
  ['denied', 'denied'],
  ['forbidden', 'denied'],
  ['quarantined', 'denied'],
])('%s ends in %s', (code, status) => {
  expect(statusOf(code && failure(code))).toBe(status);
});

it('rounds to three decimals', () => {
  expect(rounded(1.23456)).toBe(1.235);
});

describe('envelopeOf', () => {
  it('tells a success whole, as the contract has it', () => {
    const envelope = envelopeOf(done(), undefined);
    expect(envelopeSchema.safeParse(envelope).error).toBeUndefined();
    expect(envelope).toMatchObject({
      status: 'succeeded',
      output: { id: 1 },
      version: '1.0.0',
      level: 1,
      confidence: 1,
      attempted: [{ tool: 'acme/orders.create', version: '1.0.0', outcome: 'succeeded', reason: 'ok', ms: 1.235 }],
      provenance: {
        argumentsDigest: digestJson({ item: 'tea' }),
        resultDigest: digestJson({ id: 1 }),
        at: '2026-01-01T00:00:00.000Z',
        source: 'mcp:acme/orders',
        freshness: 'live',
        confidence: 1,
        traceId: 'trace',
      },
    });
    expect(envelope).not.toHaveProperty('error');
  });

  it('is less sure of a result with warnings, and not at all of a failure', () => {
    expect(envelopeOf(done({ warnings: ['deprecated'] }), undefined)).toMatchObject({
      confidence: 0.8,
      provenance: { confidence: 0.8 },
    });
    const failed = envelopeOf(done(), failure('tool_error'));
    expect(failed).toMatchObject({
      confidence: 0,
      attempted: [{ outcome: 'failed', reason: 'tool_error' }],
      provenance: { confidence: 0, resultDigest: null },
    });
    expect(failed).not.toHaveProperty('output');
  });

  it('has neither attempt nor provenance of a tool that was not found', () => {
    const call = aCall({ request: { tool: 'acme/none@^1', input: {} } });
    expect(envelopeOf(call, failure('not_found'))).toMatchObject({
      tool: 'acme/none',
      version: null,
      provenance: null,
      attempted: [],
    });
  });

  it('has no output of a dry run, and says that nothing was reached', () => {
    const envelope = envelopeOf(aCall({ requested: { dryRun: true } }, aVersion()), undefined);
    expect(envelope).not.toHaveProperty('output');
    expect(envelope).toMatchObject({ attempted: [], provenance: { source: 'not reached', resultDigest: null } });
  });

  // what happened, outcome, worth repeating
  it.each([
    ['surely nothing', { outcome: 'none' as const }, undefined, 'none', true],
    ['nobody knows', { outcome: 'unknown' as const }, undefined, 'unknown', false],
    ['nobody knows, of a tool that only reads', { outcome: 'unknown' as const }, reading, 'none', true],
    ['nothing is said', {}, undefined, 'none', true],
  ])('says whether a retry helps when %s', (_, more, version, outcome, retryable) => {
    const call = aCall({}, version ?? aVersion());
    expect(envelopeOf(call, failure('upstream_unavailable', more)).error).toEqual({
      code: 'upstream_unavailable',
      class: 'transient',
      message: 'Why.',
      outcome,
      retryable,
    });
  });

  it('says when to come back', () => {
    expect(envelopeOf(done(), failure('rate_limited', { retryAfterMs: 50 })).error).toMatchObject({
      retryAfterMs: 50,
      retryable: true,
    });
  });
});

describe('a routed result', () => {
  const routed = { destinations: ['context' as const], level: 'L4' as const, why: 'Asked for.', notes: [] };
  const call = () => done({ routed: { output: { found: true }, context: '<tool_result>', isObserved: true, routed } });

  it('is answered in place of the output, whose digest stays', () => {
    const envelope = envelopeOf(call(), undefined);
    expect(envelopeSchema.safeParse(envelope).error).toBeUndefined();
    expect(envelope).toMatchObject({ output: { found: true }, context: '<tool_result>', routed });
    expect(envelope.provenance?.resultDigest).toBe(digestJson({ id: 1 }));
    expect(envelope).not.toHaveProperty('isObserved');
  });

  it('is not shown of a call that failed after all, or is still under way', () => {
    expect(envelopeOf(call(), failure('unavailable'))).not.toHaveProperty('context');
    expect(runningEnvelope(call())).toMatchObject({ output: undefined, context: undefined, routed: undefined });
  });
});

it('shows a call under way without a result', () => {
  const envelope = runningEnvelope(done());
  expect(envelope).toMatchObject({ status: 'running', confidence: 0, provenance: { confidence: 0 } });
  expect(envelope.output).toBeUndefined();
  expect(envelope.receipt).toBeNull();
});
