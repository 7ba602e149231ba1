import type { Failure } from '@assay/kernel';
import { aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall } from '../testing/a-call.js';
import { closedCircuits } from '../testing/closed-circuits.js';
import { passing } from '../testing/passing.js';
import { passCircuit, tellCircuit } from './circuit-stage.js';
import type { Admission } from './circuits.js';

function watched() {
  const reported: string[] = [];
  const admission: Admission = {
    isProbe: false,
    succeeded: () => reported.push('succeeded'),
    failed: () => reported.push('failed'),
    nothing: () => reported.push('nothing'),
  };
  return { reported, admission };
}

const stageFor = (answer: ReturnType<Parameters<typeof passCircuit>[0]['admit']>) =>
  passing(passCircuit({ ...closedCircuits, admit: () => answer }));

describe('passCircuit', () => {
  it('takes leave, from memory or after asking', async () => {
    const { admission } = watched();
    for (const answer of [admission, Promise.resolve(admission)]) {
      const call = aCall({}, aVersion());
      expect([await stageFor(answer).run(call), call.resolved.admission]).toEqual([undefined, admission]);
    }
  });

  it('refuses while the circuit is open, and says when it is tried again', async () => {
    const call = aCall({}, aVersion());
    expect(await stageFor({ retryAfterMs: 12_001 }).run(call)).toMatchObject({
      code: 'circuit_open',
      retryAfterMs: 12_001,
      message: expect.stringContaining('acme/orders.create@1.0.0 is not called right now'),
    });
  });
});

const failure = (code: Failure['code']): Failure => ({ code, message: '' });

describe('tellCircuit', () => {
  it.each<[string, Failure | undefined, object, string]>([
    ['a good call', undefined, { upstreamMs: 5 }, 'succeeded'],
    ["the tool's fault", failure('bad_output'), { upstreamMs: 5 }, 'failed'],
    ["the caller's fault", failure('cancelled'), { upstreamMs: 5 }, 'nothing'],
    ['a call that was never made', failure('unavailable'), {}, 'nothing'],
    [
      'a time-out that was given too little time',
      failure('deadline_exceeded'),
      { upstreamMs: 5, givenMs: 5 },
      'nothing',
    ],
    ['a time-out that had its time', failure('deadline_exceeded'), { upstreamMs: 5, givenMs: 10_000 }, 'failed'],
  ])('of %s: %#', (_, ended, parts, expected) => {
    const { reported, admission } = watched();
    const call = aCall({ ...parts, admission }, aVersion());
    tellCircuit(call, ended);
    expect(reported).toEqual([expected]);
  });
});
