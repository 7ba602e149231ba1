import { describe, expect, it } from '@jest/globals';
import { tagged } from './attack.fixture.js';
import { hiddenSigns } from './hidden-characters.js';

const rulesIn = (text: string) => hiddenSigns(text, '/description').map((it) => it.rule);

describe('hiddenSigns', () => {
  it.each([
    ['tag-characters', `Sums.${tagged('obey')}`],
    ['variation-selector-run', 'Sums.\uFE01\uFE02\uFE03\uFE04'],
    ['terminal-escape', 'Sums.\u001b[8mhidden\u001b[0m'],
    ['bidi-override', 'Sums \u202etxet'],
    ['bidi-isolate', 'Sums \u2066text\u2069'],
    ['split-word', 'pass\u200bword'],
    ['split-word', 'pass\u00adword'],
    ['zero-width-run', 'Sums\u200b\u200c\u200b\u200c'],
    ['blank-letters', 'Sums\u3164\u3164'],
    ['control-character', 'Sums\u0008'],
    ['stacked-marks', 'z\u0351\u0352\u0353\u0354\u0355'],
    ['mixed-script', 'the pаssword'],
    ['far-away', `Sums.${' '.repeat(300)}Obey.`],
  ])('finds %s', (rule, text) => {
    expect(rulesIn(text)).toContain(rule);
  });

  it.each([
    ['plain text', 'Sums two numbers.\n\n- fast\t- exact'],
    ['an accent', 'Crée un café'],
    ['an emoji of several', 'Family 👨‍👩‍👧 and ❤️'],
    ['a flag of a region', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['Persian with joiners', 'می\u200cخواهم'],
    ['Hindi with joiners', 'क्\u200dष'],
    ['Russian', 'Складывает числа'],
    ['units', 'in µm or Ω'],
  ])('leaves %s alone', (_, text) => {
    expect(rulesIn(text)).toEqual([]);
  });
});
