import { describe, it } from '@jest/globals';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';
import { whoImportsWhom } from './who-imports-whom.js';

describe('rule 3, who may import whom', () => {
  it.each<Breach>([
    ['libs/kernel/src/a.ts', `import type { X } from '@assay/persistence';`, 'libs/kernel imports libs/persistence'],
    ['libs/kernel/src/a.ts', `import { x } from '@assay/identity';`, 'libs/kernel imports libs/identity'],
    ['libs/kernel/src/a.ts', `import { x } from '@assay/json-schema';`, 'libs/kernel imports libs/json-schema'],
    ['libs/json-schema/src/a.ts', `import { x } from '@assay/contracts';`, 'libs/json-schema imports libs/contracts'],
    ['libs/registry/src/a.ts', `import type { X } from '@assay/trust';`, 'libs/registry imports libs/trust'],
    ['libs/trust/src/a.ts', `import type { X } from '@assay/importing';`, 'libs/trust imports libs/importing'],
    ['libs/gateway/src/a.ts', `export { x } from '@assay/discovery';`, 'libs/gateway imports libs/discovery'],
    ['libs/discovery/src/a.ts', `await import('@assay/gateway');`, 'libs/discovery imports libs/gateway'],
    ['libs/gateway/src/a.ts', `import type { X } from '@assay/runs';`, 'libs/gateway imports libs/runs'],
    ['libs/vault/src/a.ts', `import type { X } from '../../gateway/src/call.js';`, 'libs/vault imports libs/gateway'],
    ['libs/contracts/src/a.ts', `import { x } from '@assay/kernel';`, 'libs/contracts imports libs/kernel'],
    ['libs/search/src/a.ts', `import { x } from '@assay/persistence';`, 'libs/search imports libs/persistence'],
    ['libs/transports/src/a.ts', `import { x } from '../../search/src/b.js';`, 'libs/transports imports libs/search'],
    ['libs/persistence/src/a.ts', `import { readConfig } from '@assay/config';`, 'imports libs/config'],
    ['libs/config/src/a.ts', `import { x } from '@assay/contracts';`, 'libs/config imports libs/contracts'],
    [
      'libs/toolkits/files/src/a.ts',
      `import type { X } from '@assay/kernel';`,
      'libs/toolkits/files imports libs/kernel',
    ],
    [
      'libs/toolkits/files/src/a.ts',
      `import { X } from '@assay/kit-data';`,
      'libs/toolkits/files imports libs/toolkits/data',
    ],
    ['libs/sdk/src/a.ts', `import { x } from '@assay/kernel';`, 'libs/sdk imports libs/kernel'],
    ['libs/testing/src/a.ts', `import { x } from '@assay/search';`, 'libs/testing imports libs/search'],
    ['apps/cli/src/a.ts', `import { x } from '@assay/contracts';`, 'apps/cli imports libs/contracts'],
    ['apps/cli/src/a.ts', `const x = await import('@assay/server');`, 'apps/cli imports apps/server'],
    ['apps/console/src/a.tsx', `import { x } from '@assay/runs';`, 'apps/console imports libs/runs'],
    ['apps/server/src/a.ts', `import { x } from '@assay/testing';`, 'apps/server imports libs/testing'],
    ['apps/server/src/a.ts', `import { x } from '@assay/sdk';`, 'apps/server imports libs/sdk'],
    ['libs/search/src/a.test.ts', `import { x } from '@assay/transports';`, 'libs/search imports libs/transports'],
    ['libs/helpers/src/a.ts', `export const x = 1;`, 'libs/helpers has no place'],
  ])('catches %s with %s', (...breach) => expectCaught(whoImportsWhom, breach));

  it.each<Fine>([
    ['libs/kernel/src/a.ts', `import type { X } from '@assay/contracts';`],
    ['libs/discovery/src/a.ts', `import type { X } from '@assay/trust'; import { y } from '@assay/importing';`],
    ['libs/runs/src/a.ts', `import { x } from '@assay/gateway'; import { y } from '@assay/vault';`],
    ['libs/identity/src/a.test.ts', `import { x } from '@assay/gateway/testing';`],
    ['libs/persistence/src/a.ts', `import { x } from '@assay/registry'; import { y } from '@assay/contracts';`],
    ['libs/persistence/src/a.test.ts', `import { x } from '@assay/testing';`],
    ['apps/server/src/a.ts', `import { x } from '@assay/config'; import { y } from '@assay/models';`],
    ['apps/cli/src/a.ts', `import { x } from '@assay/sdk'; import { y } from './b.js';`],
    ['test/e2e/a.test.ts', `import { x } from '@assay/server'; import { y } from '@assay/persistence';`],
  ])('leaves %s with %s alone', (...fine) => expectFine(whoImportsWhom, fine));
});
