import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { Call } from '../call.js';
import { aCall, aCallWith, type CallParts } from '../testing/a-call.js';
import { LocalFaultMemory } from './fault-memory.js';
import { settleFault } from './settle-fault.js';
import { saidFailure, upstreamFailure } from './upstream-failure.js';

const acting = aVersion(aManifest({ annotations: {} }));
const reading = aVersion(aManifest({ annotations: { readOnlyHint: true } }));

function setUp(version = acting) {
  const memory = new LocalFaultMemory(new FakeClock());
  const callOf = (item: string, name = 'ann', parts: CallParts = {}): Call => {
    const call = aCall({ input: { item }, ...parts }, version);
    return aCallWith(call, { caller: { ...call.requested.caller, principalId: name } });
  };
  const say = (text: string) => saidFailure('rejected', text, `it failed: ${text}`);
  return { memory, callOf, say };
}

describe('settleFault', () => {
  it('speaks of effects only where there may be some', () => {
    const { memory, callOf, say } = setUp();
    expect(settleFault(callOf('tea'), say('socket hang up'), memory).message).toContain('may have had its effect');
    const read = setUp(reading);
    const settled = settleFault(read.callOf('tea'), say('socket hang up'), read.memory);
    expect([settled.outcome, settled.message]).toEqual(['none', 'it failed: socket hang up']);
  });

  it('takes 403 of one resource for a rejection, and of different ones for a refused credential', () => {
    const { memory, callOf } = setUp();
    const forbidden = upstreamFailure('forbidden', 'no');
    const codes = ['a', 'a', 'b'].map((item) => settleFault(callOf(item), forbidden, memory).code);
    expect(codes).toEqual(['upstream_rejected', 'upstream_rejected', 'credential_refused']);
  });

  it('blames the tool for what it answers everybody, unless the text names the request', () => {
    const { memory, callOf, say } = setUp();
    settleFault(callOf('a'), say('the backend is odd'), memory);
    const call = callOf('b', 'bob');
    expect(settleFault(call, say('the backend is odd'), memory)).toMatchObject({ blame: 'tool' });
    expect(call.resolved.blame).toBe('tool');
    settleFault(callOf('a'), say('item is required'), memory);
    expect(settleFault(callOf('b', 'bob'), say('item is required'), memory).blame).toBeUndefined();
  });

  it('remembers limits, for the caller alone where the credential is its own', () => {
    const { memory, callOf } = setUp();
    const limited = upstreamFailure('rate_limited', 'slow', { retryAfterMs: 900 });
    settleFault(callOf('a', 'ann', { connection: { id: 'c', shared: false } }), limited, memory);
    expect([memory.limitedForMs(acting.id, 'ann'), memory.limitedForMs(acting.id, 'bob')]).toEqual([900, 0]);
  });
});
