import type { Envelope } from '@assay/contracts';
import { expect, it } from '@jest/globals';
import { failureOf } from './failure-of.js';

const ended = (status: Envelope['status'], code?: string) =>
  failureOf({ status, ...(code && { error: { code } }) } as Pick<Envelope, 'status' | 'error'>);

it('counts answers and failures of the tool, and neither where the call says nothing about it', () => {
  expect([ended('succeeded'), ended('conditional')]).toEqual([false, false]);
  for (const code of ['tool_error', 'bad_output', 'upstream_rejected', 'invalid_input', 'deadline_exceeded'])
    expect([code, ended('failed', code)]).toEqual([code, true]);
  for (const code of ['rate_limited', 'denied', 'cancelled', 'connection_needed', 'circuit_open', 'internal'])
    expect([code, ended('failed', code)]).toEqual([code, undefined]);
  expect(ended('running')).toBeUndefined();
});
