import { describe, expect, it } from '@jest/globals';
import { coreTests } from './core-tests.js';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';
import { planted } from './source-tree.js';

const file = 'libs/trust/src/score.ts';
const rule = coreTests({ [file]: 'libs/trust/src/decay.test.ts' });
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

  it('is content with a test beside the file, or with the one that is named for it', () => {
    const code = 'export const score = () => 1;';
    expect(rule(planted({ [file]: code, 'libs/trust/src/score.test.ts': '' }))).toEqual([]);
    expect(rule(planted({ [file]: code, 'libs/trust/src/decay.test.ts': '' }))).toEqual([]);
  });

  it('is content with a test elsewhere in the package that imports the file', () => {
    const code = 'export const weigh = () => 1;';
    const test = `import { weigh } from '../weigh.js';`;
    const tree = { ...around, 'libs/trust/src/weigh.ts': code };
    expect(rule(planted({ ...tree, 'libs/trust/src/scale/scale.test.ts': test }))).toEqual([]);
    expect(rule(planted({ ...tree, 'libs/trust/src/scale/scale.ts': test }))).toHaveLength(1);
  });

  it('notices a listed file that is gone', () => {
    expect(rule(planted({}))).toEqual([expect.objectContaining({ file, found: 'the file is gone' })]);
  });
});
