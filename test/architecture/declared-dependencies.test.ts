import { describe, it } from '@jest/globals';
import { declaredDependencies } from './declared-dependencies.js';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';

const around = {
  'package.json': JSON.stringify({ devDependencies: { '@jest/globals': '1', pg: '1' } }),
  'libs/search/package.json': JSON.stringify({
    dependencies: { stemmer: '1' },
    devDependencies: { tool: '1', '@assay/contracts': '1' },
  }),
  'libs/search/src/uses.ts': `import { stemmer } from 'stemmer';`,
  'libs/search/src/uses.test.ts': `import { x } from 'tool'; import type { X } from '@assay/contracts';`,
};

describe('rule 7, what is imported is declared', () => {
  it.each<Breach>([
    ['libs/search/src/a.ts', `import { satisfies } from 'semver';`, 'semver is imported but not declared'],
    ['libs/search/src/a.ts', `import type { X } from '@assay/kernel';`, '@assay/kernel is imported but not declared'],
    ['libs/search/src/a.ts', `import pg from 'pg';`, 'pg is imported but not declared'],
    ['libs/search/src/a.ts', `import { x } from 'tool';`, 'tool is imported but not declared'],
    ['libs/search/src/a.ts', `export { x } from '@assay/contracts';`, '@assay/contracts is imported but not declared'],
    ['libs/search/src/a.test.ts', `import { x } from 'fast-check';`, 'fast-check is imported but not declared'],
    ['libs/search/src/a.ts', `const x = await import('@scope/deep/path.js');`, '@scope/deep is imported'],
    ['libs/search/src/a.ts', `import { join } from 'path';`, 'path is imported without node:'],
    ['test/e2e/a.test.ts', `import { z } from 'zod';`, 'zod is imported but not declared'],
    [
      'libs/search/package.json',
      `{"dependencies": {"stemmer": "1", "left": "1"}, "devDependencies": {"@assay/contracts": "1", "tool": "1"}}`,
      'left is declared but never imported',
    ],
    [
      'libs/search/package.json',
      `{"dependencies": {"stemmer": "1"}, "devDependencies": {"@assay/contracts": "1", "tool": "1", "@types/left": "1"}}`,
      '@types/left is declared but never imported',
    ],
    [
      'libs/search/package.json',
      `{"dependencies": {"stemmer": "1", "tool": "1"}, "devDependencies": {"@assay/contracts": "1"}}`,
      'tool is a production dependency that only tests import',
    ],
  ])('catches %s with %s', (...breach) => expectCaught(declaredDependencies, breach, around));

  it.each<Fine>([
    ['libs/search/src/a.ts', `import { stemmer } from 'stemmer'; import { join } from 'node:path';`],
    ['libs/search/src/a.test.ts', `import { it } from '@jest/globals'; import { x } from '@assay/testing';`],
    ['libs/search/src/a.ts', `export const at = import.meta.resolve('stemmer');`],
    ['libs/search/src/a.ts', `export const at = (name: string) => createRequire(import.meta.url).resolve(name);`],
    ['libs/search/src/a.ts', `export type { X } from '@assay/contracts';`],
    ['libs/search/build.mjs', `import { x } from 'tool';`],
    [
      'libs/search/package.json',
      `{"dependencies": {"stemmer": "1"}, "devDependencies": {"@assay/contracts": "1", "tool": "1", "@types/stemmer": "1"}}`,
    ],
    ['test/e2e/a.test.ts', `import pg from 'pg'; import { x } from '@assay/search';`],
  ])('leaves %s with %s alone', (...fine) => expectFine(declaredDependencies, fine, around));
});
