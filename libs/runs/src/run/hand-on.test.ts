import type { Reshape } from '@assay/kernel';
import { fail, ok } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { handOn } from './hand-on.js';

const adapter = (apply: (seen: unknown) => unknown) => ({ apply: async (seen: unknown) => apply(seen) }) as Reshape;
const failedWith = (message: string) => ({
  status: 'failed',
  failure: expect.objectContaining({ code: 'invalid_input', message }),
});

describe('handing on an output', () => {
  it('shows an adapter structured output, and its text', async () => {
    const echo = adapter((seen) => ok(seen));
    expect(await handOn(echo, { a: 1 })).toMatchObject({
      output: { output: { a: 1 }, structured: { a: 1 }, text: '{"a":1}' },
    });
    expect(await handOn(echo, 'a')).toMatchObject({ output: { output: 'a', structured: null, text: 'a' } });
    expect(await handOn(echo, undefined)).toMatchObject({ output: { text: 'null' } });
  });

  it('fails the step when the adapter fails, finds nothing or throws', async () => {
    const broken = adapter(() => fail('invalid_input', 'No such member.'));
    expect(await handOn(broken, {})).toEqual(failedWith('The adapter failed: No such member.'));
    const empty = adapter(() => ok(undefined));
    expect(await handOn(empty, {})).toEqual(failedWith('The adapter failed: It found nothing to hand on.'));
    const throwing = adapter(() => {
      throw new Error('a secret');
    });
    expect(await handOn(throwing, {})).toEqual(failedWith('The adapter failed: Internal error.'));
  });
});
