import { describe, expect, it } from '@jest/globals';
import { isUpstreamCode } from './upstream-codes.js';

describe('the codes of what upstreams report', () => {
  it('are those of rejections and broken tools, and none of this server', () => {
    const codes = ['tool_error', 'upstream_rejected', 'upstream_not_found', 'credential_refused'] as const;
    expect(codes.every(isUpstreamCode)).toBe(true);
    expect((['denied', 'unavailable', 'bad_output', 'deadline_exceeded'] as const).some(isUpstreamCode)).toBe(false);
  });
});
