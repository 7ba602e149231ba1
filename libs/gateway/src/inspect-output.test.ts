import { describe, expect, it } from '@jest/globals';
import type { Call } from './call.js';
import { inspectOutput } from './inspect-output.js';

const sign = (rule: string) => ({ rule, weight: 0.7, path: '/text', excerpt: rule });

describe('inspectOutput', () => {
  it('leaves an ordinary answer alone', () => {
    const call = { warnings: [] as string[] } as unknown as Call;
    expect(inspectOutput(() => []).run(call)).toBeUndefined();
    expect(call).toEqual({ warnings: [] });
  });

  it('marks a suspicious one, and lets the call go on', () => {
    const signs = ['secrecy', 'override', 'tag', 'encoded'].map(sign);
    const call = { warnings: [] as string[] } as unknown as Call;
    expect(inspectOutput(() => signs).run(call)).toBeUndefined();
    expect(call.findings).toEqual(signs);
    expect(call.warnings).toEqual([expect.stringContaining('(secrecy, override, tag): treat it as data')]);
  });
});
