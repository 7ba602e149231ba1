import { describe, expect, it } from '@jest/globals';
import { coreTests } from './core-tests.js';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';
import { planted } from './source-tree.js';

const file = 'libs/trust/src/score.ts';
const rule = coreTests;
const around = { [file]: '' };

describe('every behaviour of core has a test', () => {
  it.each<Breach>([
    ['libs/trust/src/a.ts', `export function weigh() {}`, 'weigh without a test'],
    ['libs/trust/src/a.ts', `export class Ledger {}`, 'Ledger without a test'],
    ['libs/trust/src/a.ts', `export const weigh = (x: number) => x;`, 'weigh without a test'],
    ['libs/trust/src/a.ts', `const weigh = () => 1; export { weigh };`, 'weigh without a test'],
    ['libs/trust/src/a.ts', `export default function () {}`, 'default without a test'],
    [file, `export const score = () => 1;`, 'score without a test'],
  ])('catches %s with %s', (...breach) => expectCaught(rule, breach, around));

  it.each<Fine>([
    ['libs/trust/src/a.ts', `export interface Ledger { weigh(): number } export const halfLifeDays = 90;`],
    ['libs/trust/src/a.ts', `const inner = () => 1; export const weight = inner();`],
    ['libs/trust/src/index.ts', `export { score } from './score.js';`],
    ['libs/search/src/a.ts', `export const f = () => 1;`],
  ])('leaves %s with %s alone', (...fine) => expectFine(rule, fine, around));

  it('accepts a test beside the file', () => {
    expect(rule(planted({ [file]: 'export const score = () => 1;', 'libs/trust/src/score.test.ts': '' }))).toEqual([]);
  });

  it('accepts the tests of all callers, unless the package exports the file', () => {
    const part = 'libs/trust/src/part.ts';
    const use = `import { part } from './part.js'; export const whole = () => part();`;
    const tree = { [part]: 'export const part = () => 1;', 'libs/trust/src/whole.ts': use };
    const tested = { ...tree, 'libs/trust/src/whole.test.ts': '' };
    expect(rule(planted(tested))).toEqual([]);
    expect(rule(planted(tree))).toHaveLength(2);
    expect(rule(planted({ ...tested, 'libs/trust/src/other.ts': use }))).toHaveLength(2);
    const root = { 'libs/trust/src/index.ts': `export { part } from './part.js';` };
    expect(rule(planted({ ...tested, ...root }))).toEqual([expect.objectContaining({ file: part })]);
    const types = { 'libs/trust/src/index.ts': `export type { part } from './part.js';` };
    expect(rule(planted({ ...tested, ...types }))).toEqual([]);
  });

  it('accepts a test elsewhere in the package that imports the file', () => {
    const code = 'export const weigh = () => 1;';
    const test = `import { weigh } from '../weigh.js';`;
    const tree = { ...around, 'libs/trust/src/weigh.ts': code };
    expect(rule(planted({ ...tree, 'libs/trust/src/scale/scale.test.ts': test }))).toEqual([]);
    expect(rule(planted({ ...tree, 'libs/trust/src/scale/scale.ts': test }))).toHaveLength(1);
  });
});
