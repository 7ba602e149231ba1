import { describe, it } from '@jest/globals';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';
import { rootImports } from './root-imports.js';

const file = 'libs/search/src/a.ts';

describe('rule 6, imports go to roots, name by name', () => {
  it.each<Breach>([
    [file, `import { x } from '@assay/core/dist/kernel/result.js';`, 'reaches past the root'],
    [file, `export type X = import('@assay/kernel/src/x.js').X;`, 'reaches past the root'],
    [file, `import * as core from '@assay/kernel';`, '@assay/kernel is imported as a whole'],
    [file, `import core from '@assay/kernel';`, '@assay/kernel is imported as a whole'],
    [file, `import '@assay/kernel';`, '@assay/kernel is imported as a whole'],
    [file, `export * from './b.js';`, /everything of \.\/b\.js/],
    [file, `export * as core from '@assay/kernel';`, 'everything of @assay/kernel'],
    [file, `import { x } from '../../core/src/kernel/result.js';`, 'leaves the workspace'],
    [file, `import { x } from './index.js';`, 'imports its own root'],
    [file, `import { x } from '@assay/search';`, 'imports its own root'],
    ['libs/search/src/embedded/index.ts', `export const x = 1;`, 'index file below the root'],
    ['test/e2e/a.test.ts', `import { x } from '@assay/kernel/src/x.js';`, 'reaches past the root'],
    [file, `import { x } from '@assay/kernel/testing';`, 'reaches past the root'],
  ])('catches %s with %s', (...breach) => expectCaught(rootImports, breach));

  it.each<Fine>([
    ['test/e2e/a.test.ts', `import { x } from '@assay/kernel/testing';`],
    [file, `import { x, type Y } from '@assay/kernel'; import { z } from './embedded/z.js'; import * as pg from 'pg';`],
    ['libs/search/src/index.ts', `export { x } from './x.js';`],
    ['libs/search/src/a.test.ts', `import { x } from '@assay/search'; import { y } from './index.js';`],
    ['apps/server/src/a.ts', `export const at = import.meta.resolve('@assay/kit-files');`],
  ])('leaves %s with %s alone', (...fine) => expectFine(rootImports, fine));
});
