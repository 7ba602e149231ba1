import { describe, it } from '@jest/globals';
import { folderNames } from './folder-names.js';
import { type Breach, expectCaught, expectFine } from './planted-breaches.js';

describe('folders of sources', () => {
  it.each<Breach>([
    ['libs/toolkits/build/src/index.ts', '', 'the folder build is named'],
    ['libs/runs/src/out/value.ts', '', 'the folder out is named'],
  ])('catches %s', (...breach) => expectCaught(folderNames, breach));

  it('leaves other folders and files alone', () => {
    expectFine(folderNames, ['libs/toolkits/build-tools/src/index.ts', '']);
    expectFine(folderNames, ['libs/runs/src/build.ts', '']);
  });
});
