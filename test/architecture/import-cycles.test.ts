import { describe, expect, it } from '@jest/globals';
import { importCycles } from './import-cycles.js';
import { expectFine, type Fine } from './planted-breaches.js';
import { planted } from './source-tree.js';

describe('rule 2, no import cycle', () => {
  it('catches a cycle through several files, of types alone too', () => {
    const tree = planted({
      'libs/trust/src/a.ts': `import { b } from './deep/b.js';`,
      'libs/trust/src/deep/b.ts': `import type { C } from '../c.js';`,
      'libs/trust/src/c.ts': `export { a } from './a.js';`,
      'libs/trust/src/d.ts': `import { a } from './a.js';`,
    });
    expect(importCycles(tree)).toMatchObject([
      {
        file: 'libs/trust/src/a.ts',
        found: 'an import cycle of 3 files: libs/trust/src/a.ts, libs/trust/src/c.ts, libs/trust/src/deep/b.ts',
      },
    ]);
  });

  it('catches a file that imports itself, and every cycle for itself', () => {
    const tree = planted({
      'libs/trust/src/a.ts': `import { a } from './a.js';`,
      'libs/vault/src/a.ts': `import { b } from './b.js';`,
      'libs/vault/src/b.ts': `import { a } from './a.js';`,
    });
    expect(importCycles(tree)).toHaveLength(2);
  });

  it.each<Fine>([
    ['libs/trust/src/a.ts', `import { b } from './b.js'; import { c } from '@assay/kernel';`],
    ['libs/trust/src/a.test.ts', `import { a } from './a.test.js';`],
  ])('leaves %s with %s alone', (...fine) => expectFine(importCycles, fine));
});
