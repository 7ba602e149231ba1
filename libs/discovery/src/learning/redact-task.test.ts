import type { Passage } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { redactTask } from './redact-task.js';

const at = (start: number, end: number): Passage => ({ class: 'x', start, end });
const finding = (personal: readonly Passage[], secrets: readonly Passage[] = []) => ({
  personal: { find: () => personal },
  secrets: { mayHold: () => secrets.length > 0, find: async () => secrets },
});

describe('redactTask', () => {
  it('removes each passage, overlapping ones together', async () => {
    expect(await redactTask('mail ann now', finding([at(5, 8)]))).toBe('mail … now');
    expect(await redactTask('0123456789', finding([at(2, 5), at(8, 9)], [at(4, 7), at(2, 3)]))).toBe(
      '01…789'.replace('8', '…'),
    );
    expect(await redactTask('nothing', finding([]))).toBe('nothing');
  });

  it('rejects when the text could not be examined', async () => {
    const secrets = { mayHold: () => true, find: () => Promise.reject(new Error('too long')) };
    await expect(redactTask('x', { personal: { find: () => [] }, secrets })).rejects.toThrow('too long');
  });

  it('leaves no character of any passage', async () => {
    const passage = fc
      .tuple(fc.nat(40), fc.integer({ min: 1, max: 12 }))
      .map(([start, length]) => at(start, start + length));
    await fc.assert(
      fc.asyncProperty(
        fc.array(passage, { maxLength: 6 }),
        fc.array(passage, { maxLength: 6 }),
        async (some, others) => {
          const text = Array.from({ length: 60 }, (_, n) => String.fromCharCode(0x4e00 + n)).join('');
          const kept = await redactTask(text, finding(some, others));
          for (const { start, end } of [...some, ...others])
            for (const character of text.slice(start, end)) expect(kept).not.toContain(character);
          const covered = new Set([...some, ...others].flatMap(({ start, end }) => [...text.slice(start, end)]));
          expect([...kept].filter((it) => it !== '…')).toHaveLength(60 - covered.size);
        },
      ),
    );
  });
});
