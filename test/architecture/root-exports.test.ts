import { describe, it } from '@jest/globals';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';
import { rootExports } from './root-exports.js';

const root = 'libs/search/src/index.ts';
const around = {
  'libs/search/package.json': '{"private": true}',
  'libs/search/src/b.ts': `import { unused } from './a.js';`,
  'libs/trust/src/b.ts': `import { used, type Shape } from '@assay/search';`,
  'apps/server/src/late.ts': `const { loaded } = await import('@assay/search');`,
  'apps/server/src/other.ts': `import { unused } from './unused.js';`,
};

describe('rule 6, roots export what is imported', () => {
  it.each<Breach>([
    [root, `export { unused, used } from './a.js';`, 'nothing imports unused'],
    [root, `export { type Alone, type Shape } from './a.js';`, 'nothing imports Alone'],
    [root, `export { used as renamed } from './a.js';`, 'nothing imports renamed'],
  ])('catches %s with %s', (...breach) => expectCaught(rootExports, breach, around));

  it.each<Fine>([
    [root, `export { loaded, type Shape, used } from './a.js';`],
    ['libs/search/src/a.ts', `export { unused } from './b.js';`],
  ])('leaves %s with %s alone', (...fine) => expectFine(rootExports, fine, around));

  it('leaves a published package alone: its users import from it', () =>
    expectFine(rootExports, [root, `export { unused } from './a.js';`], { 'libs/search/package.json': '{}' }));
});
