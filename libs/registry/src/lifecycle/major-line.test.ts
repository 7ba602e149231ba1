import { describe, expect, it } from '@jest/globals';
import { compareLines, lineLabel, majorLine } from './major-line.js';

describe('a major line', () => {
  it.each([
    ['1.0.0', '1.x'],
    ['1.9.3', '1.x'],
    ['2.0.0-rc.1', '2.x'],
    ['0.3.7', '0.3.x'],
    ['0.0.2', '0.0.x'],
    ['0.12.0-alpha.1', '0.12.x'],
    ['10.20.30', '10.x'],
  ])('of %s is %s', (version, label) => {
    expect(lineLabel(majorLine(version))).toBe(label);
  });

  it.each([
    ['1.2.0', '1.9.9', 0],
    ['1.2.0', '2.0.0', -1],
    ['10.0.0', '9.0.0', 1],
    ['0.9.0', '1.0.0', -1],
    ['0.3.0', '0.3.9', 0],
    ['0.3.0', '0.10.0', -1],
  ])('of %s compared with that of %s', (a, b, sign) => {
    expect(Math.sign(compareLines(majorLine(a), majorLine(b)))).toBe(sign);
  });
});
