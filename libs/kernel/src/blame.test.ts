import { describe, expect, it } from '@jest/globals';
import { type Blame, blameOf, keptSla } from './blame.js';

type Asked = Parameters<typeof blameOf>[0];
const call = (parts: Partial<Asked>): Asked => ({
  code: null,
  upstreamMs: 5,
  givenMs: 30_000,
  sla: undefined,
  ...parts,
});

describe('blameOf', () => {
  it.each<[string, Partial<Asked>, Blame | undefined]>([
    ['a success', {}, 'none'],
    ['its error', { code: 'tool_error' }, 'tool'],
    ['its bad output', { code: 'bad_output' }, 'tool'],
    ['too much output', { code: 'output_too_large' }, 'tool'],
    ['an upstream that is away', { code: 'upstream_unavailable' }, 'tool'],
    ['an upstream that breaks its protocol', { code: 'upstream_error' }, 'tool'],
    ['input that does not fit', { code: 'invalid_input' }, 'caller'],
    ['a request that the tool rejects', { code: 'upstream_rejected' }, 'semantic'],
    ['a request that it rejects, as it rejects everybody’s', { code: 'upstream_rejected', blame: 'tool' }, 'tool'],
    ['something the upstream does not have', { code: 'upstream_not_found' }, 'nobody'],
    ['a credential the upstream refuses', { code: 'credential_refused' }, 'nobody'],
    ['a cancelled call', { code: 'cancelled' }, 'caller'],
    ['a limit of the upstream', { code: 'rate_limited' }, 'nobody'],
    ['a fault of this server', { code: 'internal' }, 'nobody'],
    ['a revocation in mid-call', { code: 'version_revoked' }, 'nobody'],
    ['an address nobody may reach', { code: 'address_forbidden' }, 'nobody'],
    ['a call that never came to the upstream', { code: 'denied', upstreamMs: null, givenMs: null }, undefined],
    ['a time-out after ten seconds', { code: 'deadline_exceeded', givenMs: 10_000 }, 'tool'],
    ['a time-out before ten seconds', { code: 'deadline_exceeded', givenMs: 9_999 }, 'caller'],
    ['a time-out after its p99', { code: 'deadline_exceeded', givenMs: 400, sla: { p99Ms: 400 } }, 'tool'],
    ['a time-out before its p99', { code: 'deadline_exceeded', givenMs: 399, sla: { p99Ms: 400 } }, 'caller'],
  ])('%s: %o is the fault of %s', (_, parts, expected) => {
    expect(blameOf(call(parts))).toBe(expected);
  });
});

describe('keptSla', () => {
  it('compares the upstream’s own time with the declared p95', () => {
    expect(keptSla({ upstreamMs: 200, sla: { p95Ms: 200 } })).toBe(true);
    expect(keptSla({ upstreamMs: 200.1, sla: { p95Ms: 200 } })).toBe(false);
    expect(keptSla({ upstreamMs: 1, sla: { p99Ms: 200 } })).toBe(false);
    expect(keptSla({ upstreamMs: 1, sla: undefined })).toBe(false);
  });
});
