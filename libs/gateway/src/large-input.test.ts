import { digestJson, startDeadline } from '@assay/kernel';
import { FakeClock, TurnClock } from '@assay/kernel/testing';
import { aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { LargeChecked } from './large-checks.js';
import { checkLargeInput } from './large-input.js';
import { aCall } from './testing/a-call.js';

const input = { text: 'x'.repeat(600_000), last: 1 };
const check = (checked: LargeChecked, call = aCall({ request: { tool: 't', input } }, aVersion())) =>
  checkLargeInput(call, input, { clock: new TurnClock(), largeChecks: { check: async () => checked } });

describe('checkLargeInput', () => {
  it('hands on what the check found, with the digest', async () => {
    const issues = [{ path: '/text', message: 'is long' }];
    expect(await check({ kind: 'checked', issues })).toEqual({ issues, digest: digestJson(input) });
  });

  it('refuses what could not be checked', async () => {
    expect(await check({ kind: 'failed' })).toMatchObject({ failure: { code: 'invalid_input', outcome: 'none' } });
  });

  it('ends with the deadline', async () => {
    const clock = new FakeClock();
    const deadline = startDeadline(clock, 10);
    clock.advance(11);
    const call = aCall({ request: { tool: 't', input }, deadline }, aVersion());
    const ended = { failure: { code: 'deadline_exceeded', outcome: 'none' } };
    expect(await check({ kind: 'checked', issues: [] }, call)).toMatchObject(ended);
    expect(await check({ kind: 'aborted' })).toMatchObject(ended);
  });
});
