import { describe, expect, it } from '@jest/globals';
import type { Examined } from './examine-content.js';
import { examineAnswer } from './mask-answer.js';

/** Finds `bob`, and the value of a member called `password`. */
const content = {
  examine: async (value: unknown): Promise<Examined> => {
    const places: Examined['places'][number][] = [];
    const walk = (it: unknown, path: string, field?: string): void => {
      if (typeof it === 'string') {
        if (field === 'password') places.push({ class: 'secret.password', path, start: 0, end: it.length });
        const at = it.indexOf('bob');
        if (at >= 0) places.push({ class: 'personal.name', path, start: at, end: at + 3 });
      } else if (typeof it === 'object' && it !== null)
        for (const [key, member] of Object.entries(it)) walk(member, `${path}/${key}`, key);
    };
    walk(value, '');
    return { places, classes: places.map((it) => it.class), isWhole: true };
  },
};

describe('examineAnswer', () => {
  it('masks text, JSON in text, resources, structure and what travels beside it; bytes stay', async () => {
    const answer = {
      content: [
        { type: 'text', text: 'ask bob' },
        { type: 'text', text: '{\n  "password": "p",\n  "n": 1\n}' },
        { type: 'text', text: '{"n": 1}' },
        { type: 'resource', resource: { uri: 'x://bob', text: 'bob' } },
        { type: 'image', data: 'bobbob', mimeType: 'image/png' },
      ],
      structured: { password: 'p' },
      meta: { by: 'bob' },
      ...{ isError: false, source: 's' },
    };
    const examined = await examineAnswer(answer, content, (it) => it.places);
    expect(examined.classes).toEqual(['personal.name', 'secret.password']);
    expect(examined.toMask()).toHaveLength(6);
    expect(examined.masked(() => '#')).toEqual({
      content: [
        { type: 'text', text: 'ask #' },
        { type: 'text', text: '{\n  "password": "#",\n  "n": 1\n}' },
        { type: 'text', text: '{"n": 1}' },
        { type: 'resource', resource: { uri: 'x://#', text: '#' } },
        { type: 'image', data: 'bobbob', mimeType: 'image/png' },
      ],
      structured: { password: '#' },
      meta: { by: '#' },
      ...{ isError: false, source: 's' },
    });
  });

  it('sees and masks members beside the text of a block, and blocks of unknown types whole', async () => {
    const answer = {
      content: [
        { type: 'text', text: 'fine', _meta: { by: 'bob' } },
        { type: 'text', text: '{"n":1}', annotations: { title: 'of bob' } },
        { type: 'later', data: 'bob' },
      ],
      ...{ isError: false, source: 's' },
    };
    const examined = await examineAnswer(answer, content, (it) => it.places);
    expect(examined.classes).toEqual(['personal.name']);
    expect(examined.masked(() => '#').content).toEqual([
      { type: 'text', text: 'fine', _meta: { by: '#' } },
      { type: 'text', text: '{"n":1}', annotations: { title: 'of #' } },
      { type: 'later', data: '#' },
    ]);
  });
});
