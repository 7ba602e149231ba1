import { describe, it } from '@jest/globals';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';
import { whoImportsWhom } from './who-imports-whom.js';

describe('rule 3, who may import whom', () => {
  it.each<Breach>([
    ['libs/core/src/kernel/a.ts', `import type { X } from '@assay/persistence';`, 'libs/core imports libs/persistence'],
    ['libs/contracts/src/a.ts', `import { x } from '@assay/core';`, 'libs/contracts imports libs/core'],
    ['libs/search/src/a.ts', `import { x } from '@assay/persistence';`, 'libs/search imports libs/persistence'],
    ['libs/transports/src/a.ts', `import { x } from '../../search/src/b.js';`, 'libs/transports imports libs/search'],
    ['libs/persistence/src/a.ts', `import { readConfig } from '@assay/config';`, 'imports libs/config'],
    ['libs/config/src/a.ts', `import { x } from '@assay/contracts';`, 'libs/config imports libs/contracts'],
    ['libs/toolkits/src/a.ts', `import type { X } from '@assay/core';`, 'libs/toolkits imports libs/core'],
    ['libs/sdk/src/a.ts', `import { x } from '@assay/core';`, 'libs/sdk imports libs/core'],
    ['libs/testing/src/a.ts', `import { x } from '@assay/search';`, 'libs/testing imports libs/search'],
    ['apps/cli/src/a.ts', `import { x } from '@assay/contracts';`, 'apps/cli imports libs/contracts'],
    ['apps/cli/src/a.ts', `const x = await import('@assay/server');`, 'apps/cli imports apps/server'],
    ['apps/console/src/a.tsx', `import { x } from '@assay/core';`, 'apps/console imports libs/core'],
    ['apps/server/src/a.ts', `import { x } from '@assay/testing';`, 'apps/server imports libs/testing'],
    ['apps/server/src/a.ts', `import { x } from '@assay/sdk';`, 'apps/server imports libs/sdk'],
    ['libs/search/src/a.test.ts', `import { x } from '@assay/transports';`, 'libs/search imports libs/transports'],
    ['libs/helpers/src/a.ts', `export const x = 1;`, 'libs/helpers has no place'],
  ])('catches %s with %s', (...breach) => expectCaught(whoImportsWhom, breach));

  it.each<Fine>([
    ['libs/core/src/kernel/a.ts', `import type { X } from '@assay/contracts';`],
    ['libs/persistence/src/a.ts', `import { x } from '@assay/core'; import { y } from '@assay/contracts';`],
    ['libs/persistence/src/a.test.ts', `import { x } from '@assay/testing';`],
    ['apps/server/src/a.ts', `import { x } from '@assay/config'; import { y } from '@assay/workflows';`],
    ['apps/cli/src/a.ts', `import { x } from '@assay/sdk'; import { y } from './b.js';`],
    ['test/e2e/a.test.ts', `import { x } from '@assay/server'; import { y } from '@assay/persistence';`],
  ])('leaves %s with %s alone', (...fine) => expectFine(whoImportsWhom, fine));
});
