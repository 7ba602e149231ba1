import { describe, expect, it } from '@jest/globals';
import { inspectOutput } from './inspect-output.js';
import { aCall } from './testing/a-call.js';
import { passing } from './testing/passing.js';

const sign = (rule: string) => ({ rule, weight: 0.7, path: '/text', excerpt: rule });

describe('inspectOutput', () => {
  it('leaves an ordinary answer alone', () => {
    const call = aCall();
    expect(passing(inspectOutput(() => [])).run(call)).toBeUndefined();
    expect([call.resolved.findings, call.happened.warnings]).toEqual([undefined, []]);
  });

  it('marks a suspicious one, and lets the call go on', () => {
    const signs = ['secrecy', 'override', 'tag', 'encoded'].map(sign);
    const call = aCall();
    expect(passing(inspectOutput(() => signs)).run(call)).toBeUndefined();
    expect(call.resolved.findings).toEqual(signs);
    expect(call.happened.warnings).toEqual([expect.stringContaining('(secrecy, override, tag): treat it as data')]);
  });
});
