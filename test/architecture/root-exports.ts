import type { Finding, Rule } from './finding.js';
import { importsOf } from './imports.js';
import { nameOfWorkspace, packageOf, placeOf } from './place.js';
import type { SourceFile, SourceTree } from './source-tree.js';
import { isNode, nameOf, type SyntaxNode, syntaxOf } from './syntax.js';

const list = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

const exportedNames = (root: SourceFile): string[] =>
  list(syntaxOf(root).body)
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap(({ specifiers }) => list(specifiers))
    .flatMap(({ exported, orig }) => nameOf(exported) ?? nameOf(orig) ?? []);

/** Words of the files outside a workspace that import from it in any form: a name that is none of them is not imported. */
function wordsOfImporters(tree: SourceTree, workspace: string): ReadonlySet<string> {
  const name = nameOfWorkspace(workspace);
  const importers = tree.filter((file) => {
    const place = placeOf(file);
    if (place === null || (place.workspace === workspace && place.kind === 'source')) return false;
    return importsOf(file).some(({ specifier }) => packageOf(specifier) === name);
  });
  return new Set(importers.flatMap(({ source }) => source.match(/\w+/g) ?? []));
}

/** Packages that only this repository uses: what a published package exports is for its users to import. */
const isPrivate = (tree: SourceTree, workspace: string): boolean => {
  const manifest = tree.find(({ path }) => path === `${workspace}/package.json`);
  return (JSON.parse(manifest?.source ?? '{}') as { private?: boolean }).private === true;
};

/** Rule 6: a private package exports at its root only what another package, or a test, imports. */
export const rootExports: Rule = (tree) =>
  tree
    .filter(({ path }) => /^libs\/[^/]+\/src\/index\.ts$/.test(path))
    .filter((file) => isPrivate(tree, placeOf(file)?.workspace ?? ''))
    .flatMap((file): Finding[] => {
      const words = wordsOfImporters(tree, placeOf(file)?.workspace ?? '');
      return exportedNames(file)
        .filter((name) => !words.has(name))
        .map((name) => ({ file: file.path, found: `nothing imports ${name}`, instead: 'remove it from the root' }));
    });
