import type { ErrorCode } from '@assay/contracts';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall, type CallParts } from '../testing/a-call.js';
import { goesOn, isAtEnd } from './goes-on.js';

const reading = aVersion(aManifest({ annotations: { readOnlyHint: true } }));
const failed = { tool: 'acme/a', version: '1.0.0', outcome: 'failed', reason: 'upstream_error', ms: 1 };
const on = (code: ErrorCode, parts: CallParts = {}) => goesOn(aCall(parts, reading), { code, message: '' });

describe('goesOn', () => {
  it('answers a call that names what is out of use with that, unless it was cut off in mid-call', () => {
    for (const code of ['version_revoked', 'version_sunset', 'version_not_found'] as const) {
      expect([on(code), on(code, { level: 2 })]).toEqual([false, true]);
      expect(on(code, { request: { capability: 'a.b', input: {} } })).toBe(true);
    }
    expect([on('version_revoked', { upstreamMs: 3 }), on('quarantined')]).toEqual([true, true]);
  });

  it('passes over a level that does not take what an earlier one took', () => {
    expect([on('invalid_input'), on('invalid_input', { level: 2, attempted: [failed] })]).toEqual([false, true]);
    expect(on('invalid_input', { level: 2, attempted: [{ ...failed, outcome: 'skipped' }] })).toBe(false);
    expect(on('invalid_input', { level: 2, attempted: [failed], upstreamMs: 1 })).toBe(false);
  });

  it.each<[ErrorCode, boolean]>([
    ['upstream_error', true],
    ['denied', false],
    ['cancelled', false],
  ])('else does as the failure says: %s', (code, expected) => {
    expect(on(code, { level: 2, attempted: [failed] })).toBe(expected);
  });
});

describe('isAtEnd', () => {
  it.each<[ErrorCode, CallParts, boolean]>([
    ['upstream_error', {}, true],
    ['deadline_exceeded', { upstreamMs: 3 }, true],
    ['nothing_available', { level: 0 }, true],
    ['unavailable', {}, false],
    ['rate_limited', {}, false],
    ['rate_limited', { upstreamMs: 3 }, true],
    ['invalid_input', {}, false],
  ])('of %s is so', (code, parts, expected) => {
    expect(isAtEnd(aCall(parts, reading), { code, message: '' })).toBe(expected);
  });

  it('never where an effect may have happened', () => {
    expect(isAtEnd(aCall({}, aVersion()), { code: 'deadline_exceeded', message: '', outcome: 'unknown' })).toBe(false);
  });
});
