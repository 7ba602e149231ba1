import type { Place } from '@assay/kernel';
import { expect, it } from '@jest/globals';
import { emptyExamination } from '../content/examine-content.js';
import { maskExample } from './mask-example.js';

const mails = {
  examine: async (value: unknown) => {
    const places = Object.entries(value as Record<string, string>).flatMap(([key, text]): Place[] =>
      String(text).includes('@') ? [{ class: 'personal.email', path: `/${key}`, start: 0, end: text.length }] : [],
    );
    return { ...emptyExamination, places };
  },
};

it('replaces the same text alike on both sides, in the form it had', async () => {
  const masked = await maskExample({ to: 'ann@a.org', n: 1 }, { sent: 'ann@a.org', cc: 'bob@a.org' }, mails);
  expect(masked).toEqual({
    input: { to: 'person1@example.com', n: 1 },
    output: { sent: 'person1@example.com', cc: 'person2@example.com' },
    masked: ['/input/to', '/output/sent', '/output/cc'],
  });
});

it('gives up what cannot be examined to its end', async () => {
  const examine = async () => ({ ...emptyExamination, isWhole: false });
  expect(await maskExample({}, 1, { examine })).toBeUndefined();
});
