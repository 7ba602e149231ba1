import { describe, expect, it } from '@jest/globals';
import { retryAfterMs } from './retry-after.js';
import { statusFailure } from './status-failure.js';

const now = Date.UTC(2026, 0, 1);
const failure = (status: number, body = '', headers: Record<string, string> = {}) =>
  statusFailure('acme/api', { status, headers, body: Buffer.from(body) }, now);

describe('statusFailure', () => {
  it.each([
    [400, 'upstream_rejected', 'none'],
    [422, 'upstream_rejected', 'none'],
    [401, 'credential_refused', 'none'],
    [407, 'credential_refused', 'none'],
    [403, 'upstream_rejected', 'none'],
    [410, 'upstream_not_found', 'none'],
    [404, 'upstream_not_found', 'none'],
    [409, 'upstream_rejected', 'none'],
    [408, 'upstream_unavailable', 'unknown'],
    [429, 'rate_limited', 'none'],
    [500, 'upstream_error', 'unknown'],
    [501, 'upstream_error', 'unknown'],
    [502, 'upstream_unavailable', 'unknown'],
    [503, 'upstream_unavailable', 'unknown'],
    [504, 'upstream_unavailable', 'unknown'],
  ])('of %d is %s with the outcome %s', (status, code, outcome) => {
    expect(failure(status)).toMatchObject({ code, outcome, message: expect.stringContaining(String(status)) });
  });

  it('quotes the beginning of what was said, on one line', () => {
    expect(failure(404, '{"error":\n "no such\u0007 pet"}').message).toBe(
      'acme/api answered with status 404: {"error": "no such pet"}',
    );
    expect(failure(500, 'x'.repeat(9_000)).message.length).toBeLessThan(600);
    expect(failure(500, '<html><h1>Oh no</h1></html>', { 'content-type': 'text/html' }).message).toMatch(/: Oh no$/);
    expect(failure(500, 'PNG', { 'content-type': 'image/png' }).message).not.toContain('PNG');
  });

  it('says when to come again', () => {
    expect(failure(429, '', { 'retry-after': '7' }).retryAfterMs).toBe(7_000);
    expect(failure(503, '', { 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' }).retryAfterMs).toBe(9_000);
    expect(failure(429)).not.toHaveProperty('retryAfterMs');
  });
});

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %j', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});
