import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { confinedPackages, nestInTheShell } from './confined-packages.js';
import { corePurity } from './core-purity.js';
import { coreTests } from './core-tests.js';
import { declaredDependencies } from './declared-dependencies.js';
import { inWords, type Rule } from './finding.js';
import { folderNames } from './folder-names.js';
import { importCycles } from './import-cycles.js';
import { rootExports } from './root-exports.js';
import { rootImports } from './root-imports.js';
import { controllersNameUseCases, rootListsModules } from './server-shape.js';
import { sizes } from './sizes.js';
import { readTree } from './source-tree.js';
import { statusLiterals } from './status-literals.js';
import { storeAccess } from './store-access.js';
import { waysOut } from './ways-out.js';
import { whoImportsWhom } from './who-imports-whom.js';

const tree = readTree(join(import.meta.dirname, '..', '..'));

const rules: readonly (readonly [string, Rule])[] = [
  ['1: the domain is pure', corePurity],
  ['2 and 3: workspaces import whom they may', whoImportsWhom],
  ['2: no import cycle, types included', importCycles],
  ['4: Nest stays in the shell', nestInTheShell],
  ['4: the application module is a list of modules', rootListsModules],
  ['4: controllers inject the use cases they call', controllersNameUseCases],
  ['5: packages stay with the library that wraps them', confinedPackages],
  ['6: imports go to roots, name by name', rootImports],
  ['6: roots export what is imported', rootExports],
  ['7: what is imported is declared, and the other way round', declaredDependencies],
  ['8: status codes stand in the error table only', statusLiterals],
  ['9: functions and files are short', sizes],
  ['10: a store uses the client that its name tells', storeAccess],
  ['folders of sources are not named like build output', folderNames],
  ['nothing leaves but through the egress guard', waysOut],
  ['every behaviour of the domain has a test', coreTests],
];

describe('this repository', () => {
  it('was read: a rule that sees nothing finds nothing', () => {
    const paths = tree.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['package.json', 'libs/kernel/src/index.ts', 'libs/kernel/package.json']),
    );
    expect(paths.filter((path) => /(?:node_modules|dist|generated)\//.test(path))).toEqual([]);
  });

  it.each(rules)('rule %s', (_, rule) => {
    expect(inWords(rule(tree))).toEqual([]);
  });
});
