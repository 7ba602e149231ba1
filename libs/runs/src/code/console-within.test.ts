import { describe, expect, it } from '@jest/globals';
import { consoleWithin } from './console-within.js';

const lines = Array.from({ length: 10 }, (_, at) => ({ level: 'log', text: `${at}`.repeat(30) }));

describe('the console of a run', () => {
  it('is whole unless an option bounds it', () => {
    expect(consoleWithin(lines, undefined)).toEqual(lines);
    expect(consoleWithin(lines, { level: 'L4' })).toEqual([]);
    const few = consoleWithin(lines, { tokenBudget: 100 });
    expect(few).toHaveLength(3);
    expect(few.at(-1)?.text).toBe('[8 more lines omitted]');
  });
});
