import { describe, expect, it } from '@jest/globals';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';
import { functionLines, sizes } from './sizes.js';

/** A body that makes a function of so many lines. */
const body = (lines: number) => `{\n${'  run();\n'.repeat(lines - 2)}}`;
const path = 'libs/trust/src/a.ts';

describe('rule 9, sizes', () => {
  it.each<Breach>([
    [path, `// ä comment\nexport function weigh() ${body(61)}`, 'weigh has 61 lines'],
    [path, `export const weigh = () => ${body(61)};`, 'weigh has 61 lines'],
    [path, `class Scale { weigh() ${body(61)} }`, 'weigh has 61 lines'],
    [path, `class Scale { #weigh() ${body(70)} }`, 'has 70 lines'],
    [path, `class Scale { constructor() ${body(61)} }`, 'has 61 lines'],
    [path, `export const scale = { weigh() ${body(61)} };`, 'weigh has 61 lines'],
    ['libs/search/make.mjs', `export default function () ${body(61)}`, 'has 61 lines'],
    [path, 'export const a = 1;\n'.repeat(401), 'the file has 401 lines'],
  ])('catches %s', (...breach) => expectCaught(sizes, breach));

  it.each<Fine>([
    [path, `export function weigh() ${body(60)}`],
    [path, 'export const a = 1;\n'.repeat(400)],
    ['libs/trust/src/a.test.ts', `describe('a', () => ${body(300)});`],
  ])('leaves %s alone', (...fine) => expectFine(sizes, fine));

  it('counts the lines of each function, of one within another too', () => {
    const source = `const é = 1;\nfunction outer() {\n  const inner = () => {\n    run();\n  };\n}\n`;
    expect(functionLines({ path, source })).toEqual([
      { name: 'outer', lines: 5 },
      { name: 'inner', lines: 3 },
    ]);
  });
});
