import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { envelopeOf } from '../envelope.js';
import { aCall, aCallWith } from '../testing/a-call.js';
import { smallOutputs } from '../testing/small-outputs.js';
import { CallTokens } from './call-tokens.js';

const version = aVersion(aManifest({}));
const request = (parts: object = {}) => ({ request: { tool: 'acme/orders.create', input: { item: 'tea' }, ...parts } });

function setUp() {
  const clock = new FakeClock();
  const { loadTokens, sessions, results } = smallOutputs(clock);
  let counted = 0;
  const counting = async () => {
    const count = await loadTokens();
    return (text: string) => {
      counted += 1;
      return count(text);
    };
  };
  return {
    tokens: new CallTokens({ loadTokens: counting, sessions, results, clock }),
    sessions,
    counted: () => counted,
  };
}

describe('CallTokens', () => {
  it('counts for those who name an output option or a session, or ask', () => {
    const { tokens } = setUp();
    expect(tokens.isWanted(aCall(request(), version))).toBe(false);
    expect(tokens.isWanted(aCall(request({ output: {} }), version))).toBe(true);
    expect(tokens.isWanted(aCall(request({ session: 's' }), version))).toBe(true);
    expect(tokens.isWanted(aCall({ ...request(), requested: { countsTokens: true } }, version))).toBe(true);
  });

  it('counts definition, arguments, result and validation, a definition once', async () => {
    const { tokens, counted } = setUp();
    const call = aCallWith(aCall(request(), version), { output: { id: 1 } });
    const first = await tokens.count(call, envelopeOf(call, undefined));
    expect(first).toEqual({ schemas: expect.any(Number), arguments: 4, result: 2, validation: 0 });
    expect(first.schemas).toBeGreaterThan(10);
    const before = counted();
    expect(await tokens.count(call, envelopeOf(call, undefined))).toEqual(first);
    expect(counted() - before).toBe(2);
    const warned = aCallWith(aCall({ ...request(), warnings: ['Mind the gap.'] }, version), { output: 1 });
    expect((await tokens.count(warned, envelopeOf(warned, undefined))).validation).toBeGreaterThan(5);
  });

  it('counts the error of a call that failed, and what was routed of one that did not', async () => {
    const { tokens } = setUp();
    const failed = aCall(request(), version);
    const failure = { code: 'tool_error' as const, message: 'No.' };
    expect((await tokens.count(failed, envelopeOf(failed, failure))).result).toBe('tool_error: No.'.length / 4 + 0.25);
    const routed = { level: 'L4' as const, why: '', destinations: [], notes: [], tokens: 3 };
    const call = aCallWith(aCall(request(), version), { output: 'x'.repeat(400), routed: { output: 1, routed } });
    expect((await tokens.count(call, envelopeOf(call, undefined))).result).toBe(3);
  });

  it('adds calls to their sessions, but rehearsals', async () => {
    const { tokens, sessions } = setUp();
    const call = aCallWith(aCall(request({ session: 's' }), version), { output: 1 });
    await tokens.count(call, envelopeOf(call, undefined));
    const dry = aCall({ ...request({ session: 's' }), requested: { dryRun: true } }, version);
    await tokens.count(dry, envelopeOf(dry, undefined));
    expect(await sessions.read(call.requested.caller, 's')).toMatchObject({ value: { calls: 1 } });
  });
});
