import { describe, it } from '@jest/globals';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';
import { roomOrder } from './room-order.js';

describe('rule 2, rooms look downwards', () => {
  it.each<Breach>([
    ['libs/core/src/kernel/planted.ts', `import { x } from '../identity/caller.js';`, 'kernel imports from identity'],
    ['libs/core/src/catalog/planted.ts', `import type { X } from '../trust/score.js';`, 'catalog imports from trust'],
    ['libs/core/src/policy/planted.ts', `import type { X } from '../discovery/a.js';`, 'policy imports from discovery'],
    ['libs/core/src/discovery/planted.ts', `export { x } from '../policy/a.js';`, 'discovery imports from policy'],
    ['libs/core/src/discovery/planted.ts', `await import('../invocation/a.js');`, 'discovery imports from invocation'],
    [
      'libs/core/src/invocation/planted.ts',
      `import { x } from '../composition/a.js';`,
      'invocation imports from composition',
    ],
    [
      'libs/core/src/composition/planted.ts',
      `import { x } from '../assurance/a.js';`,
      'composition imports from assurance',
    ],
    ['libs/core/src/assurance/deep/planted.ts', `import { x } from '../../creation/a.js';`, 'imports from creation'],
    ['libs/core/src/planted.ts', `export const x = 1;`, 'stands in no room'],
    ['libs/core/src/helpers/planted.ts', `export const x = 1;`, 'no room called helpers'],
  ])('catches %s with %s', (...breach) => expectCaught(roomOrder, breach));

  it.each<Fine>([
    ['libs/core/src/index.ts', `export { x } from './creation/a.js';`],
    ['libs/core/src/creation/planted.ts', `import { x } from '../assurance/a.js'; import { y } from './b.js';`],
    [
      'libs/core/src/invocation/planted.ts',
      `import { x } from '../policy/a.js'; import { y } from '../discovery/b.js';`,
    ],
    ['libs/core/src/composition/saga/planted.ts', `import type { X } from '../../invocation/invoke-tool.js';`],
    ['libs/core/src/kernel/planted.test.ts', `import { x } from '../identity/caller.js';`],
  ])('leaves %s with %s alone', (...fine) => expectFine(roomOrder, fine));
});
