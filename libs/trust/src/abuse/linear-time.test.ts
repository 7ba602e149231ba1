import { describe, expect, it } from '@jest/globals';
import { boundWords } from './bound-words.js';
import { judgeDefinition } from './detect.js';
import { judgeOutput } from './judge-output.js';

/** Beginnings and repeats that made rules read a text again and again. */
const units = [
  'a_',
  'a ',
  'a.',
  '=',
  '<',
  '<!--',
  '/*',
  'ignora',
  'игнорир',
  '忽略',
  '\\x41',
  '-eyJ',
  'a1',
  'text_of_',
];
const lead = 'a1a \u200b ';

describe('every rule', () => {
  it.each(units)('reads "%s" in words of bounded length', (unit) => {
    const words = boundWords(unit.repeat(5_000)).split(/[^\p{L}\p{N}_]+/u);
    expect(Math.max(...words.map((it) => it.length))).toBeLessThanOrEqual(128);
  });

  it.each(units)('comes to an end on 70,000 repeats of "%s"', (unit) => {
    const text = lead + unit.repeat(70_000);
    expect(judgeDefinition({ name: 'acme/tool', description: text }).signs.map((it) => it.rule)).toContain('too-long');
    expect(judgeOutput({ [text]: text }).score).toBeLessThanOrEqual(1);
  });
});
