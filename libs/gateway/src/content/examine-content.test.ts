import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { ExamineContent } from './examine-content.js';
import { placeholderOf } from './placeholder.js';

const mail = /[a-z]+@[a-z]+\.org/g;

function setUp(signs: { rule: string; path: string; start?: number; end?: number }[] = [], fails = false) {
  const problems: unknown[] = [];
  const clock = new FakeClock();
  const content = new ExamineContent(
    {
      personal: {
        find: (text) =>
          [...text.matchAll(mail)].map((it) => ({
            ...{ class: 'personal.email', start: it.index, end: it.index + it[0].length },
          })),
      },
      secrets: {
        mayHold: (text) => text.includes('KEY'),
        find: async (text) => {
          if (fails) throw new Error('took too long');
          return [{ class: 'secret.key', start: text.indexOf('KEY'), end: text.indexOf('KEY') + 3 }];
        },
      },
      instructions: async () => signs.map((it) => ({ weight: 1, excerpt: '', ...it })),
    },
    {
      after: (_ms, run) => {
        run();
        return () => {};
      },
    },
    (cause) => problems.push(cause),
  );
  return { content, problems, clock };
}

describe('ExamineContent', () => {
  it('finds personal data, secrets, named members and instructions, with their places', async () => {
    const { content } = setUp([{ rule: 'override', path: '/note', start: 2, end: 5 }]);
    const value = { note: 'to bob@x.org', password: 'hunter-2', list: ['a KEY'] };
    expect(await content.examine(value)).toEqual({
      classes: ['instruction', 'personal.email', 'secret.key', 'secret.password'],
      isWhole: true,
      places: [
        { class: 'personal.email', start: 3, end: 12, path: '/note' },
        { class: 'secret.password', start: 0, end: 8, path: '/password' },
        { class: 'secret.key', start: 2, end: 5, path: '/list/0' },
        { class: 'instruction', start: 2, end: 5, path: '/note' },
      ],
    });
    expect((await content.examine(value, { instructions: false })).classes).not.toContain('instruction');
  });

  it('takes every text below the place of an instruction that is in none of them alone', async () => {
    const { content } = setUp([{ rule: 'override', path: '/a' }]);
    const { places } = await content.examine({ a: ['one', { b: 'two' }], c: 'three' });
    expect(places).toEqual([
      { class: 'instruction', path: '/a/0', start: 0, end: 3 },
      { class: 'instruction', path: '/a/1/b', start: 0, end: 3 },
    ]);
  });

  it('a placeholder is no finding', async () => {
    const { content } = setUp();
    const masked = placeholderOf('personal.email', 'a'.repeat(26)).replace('masked.invalid', 'x.org');
    expect((await content.examine([`${placeholderOf('personal.email', 'a'.repeat(26))}`])).classes).toEqual([]);
    expect((await content.examine([masked.replace('@', ' c@')])).classes).toEqual(['personal.email']);
  });

  it('says when it could not examine everything', async () => {
    const failing = setUp([], true);
    expect(await failing.content.examine(['a KEY'])).toEqual({ classes: [], isWhole: false, places: [] });
    expect(failing.problems).toHaveLength(1);
    const { content } = setUp();
    expect(await content.examine('a'.repeat(2_000_001))).toMatchObject({ isWhole: false });
  });

  it('marks the beginning of a value, without the rules that take time', () => {
    const { content } = setUp([], true);
    expect(content.mark({ note: 'bob@x.org', key: 'KEY' })).toEqual(['personal.email']);
    expect(content.mark(`${'a '.repeat(10_000)} bob@x.org`)).toEqual([]);
    expect(content.mark(42)).toEqual([]);
  });
});
