import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemoryGapStore } from '../testing/in-memory-gap-store.js';
import { NoteRequests } from './note-requests.js';
import { requestKey } from './request-key.js';

function setUp() {
  const clock = new FakeClock();
  const store = new InMemoryGapStore();
  const noting = new NoteRequests({
    ...{ store, clock, onProblem: () => {} },
    withoutPersonal: async (text) => (text.includes('too long') ? undefined : text.replace(/\S+@\S+/, '[email]')),
  });
  const note = (text: string, principalId = 'p') =>
    noting.note({ organisationId: 'o', principalId, text, nearest: [] });
  const stored = async () => {
    await noting.flush();
    return store.requests({ organisationId: 'o', since: 0, limit: 100 });
  };
  return { clock, note, stored };
}

describe('requests that no tool answered', () => {
  it('are stored without personal data, on one line and shortened', async () => {
    const { note, stored } = setUp();
    note('write to\n ada@example.org');
    note(`fold ${'x'.repeat(9_000)}`);
    note('this is too long to be examined');
    note('  ');
    note('?!');
    const texts = (await stored()).map(({ text }) => text);
    expect(texts.map((it) => it.slice(0, 16)).sort()).toEqual(['fold xxxxxxxxxxx', 'write to [email]']);
    expect(Math.max(...texts.map(({ length }) => length))).toBe(400);
  });

  it('are one gap when they differ in form only', async () => {
    const { note, stored } = setUp();
    note('Fold a paper crane');
    note('fold the paper crane!', 'q');
    note('fold a paper boat');
    expect((await stored()).map(({ times, callers }) => [times, callers])).toEqual([
      [2, 2],
      [1, 1],
    ]);
    expect(requestKey('the')).not.toBe(requestKey('a'));
  });

  it('are at most 30 of a caller in a minute', async () => {
    const { clock, note, stored } = setUp();
    for (let at = 0; at < 40; at += 1) note('fold a crane');
    expect((await stored())[0]?.times).toBe(30);
    clock.advance(60_000);
    note('fold a crane');
    expect((await stored())[0]?.times).toBe(31);
  });
});
