import { posix } from 'node:path';
import { isDomain } from './contexts.js';
import type { Finding, Rule } from './finding.js';
import { importsOf } from './imports.js';
import { placeOf } from './place.js';
import type { SourceFile, SourceTree } from './source-tree.js';
import { isNode, nameOf, type SyntaxNode, syntaxOf } from './syntax.js';

const list = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

const behaving = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'ClassExpression']);

/** Functions and classes that a declaration brings about. */
function behavioursOf(declaration: unknown): string[] {
  if (!isNode(declaration)) return [];
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
    return [nameOf(declaration.identifier) ?? ''];
  return list(declaration.declarations)
    .filter(({ init }) => isNode(init) && behaving.has(init.type))
    .map(({ id }) => nameOf(id) ?? '');
}

/** Names of the functions and classes a file exports, in whichever way. */
export function exportedBehaviours(file: SourceFile): string[] {
  const body = list(syntaxOf(file).body);
  const local = new Set(body.flatMap(behavioursOf));
  return body.flatMap((node) => {
    if (node.type === 'ExportDeclaration') return behavioursOf(node.declaration);
    if (node.type === 'ExportDefaultDeclaration') return ['default'];
    if (node.type !== 'ExportNamedDeclaration' || isNode(node.source)) return [];
    return list(node.specifiers)
      .map(({ orig }) => nameOf(orig) ?? '')
      .filter((name) => local.has(name));
  });
}

const resolved = (file: SourceFile, specifier: string): string =>
  posix.join(posix.dirname(file.path), specifier).replace(/\.js$/, '.ts');

const isDomainTest = (file: SourceFile): boolean => /\.test\.ts$/.test(file.path) && isDomain(placeOf(file)?.workspace);

/** Files that a test of their own package imports by their path, to call them. */
const importedByTests = (tree: SourceTree): ReadonlySet<string> =>
  new Set(
    tree
      .filter(isDomainTest)
      .flatMap((file) =>
        importsOf(file).flatMap(({ specifier }) => (specifier.startsWith('.') ? [resolved(file, specifier)] : [])),
      ),
  );

/** Shipped files of the domain that use another one at run time, by the path of the one they use. */
function callersOf(tree: SourceTree): ReadonlyMap<string, readonly string[]> {
  const callers = new Map<string, string[]>();
  for (const file of tree.filter((it) => isDomain(placeOf(it)?.workspace) && placeOf(it)?.kind === 'source'))
    for (const { specifier, isErased } of importsOf(file)) {
      if (!specifier.startsWith('.') || isErased === true) continue;
      const used = resolved(file, specifier);
      callers.set(used, [...(callers.get(used) ?? []), file.path]);
    }
  return callers;
}

/** Whether the behaviour of a file is tested by itself, or by the tests of all of its callers; the root is no test. */
function testing(tree: SourceTree): (path: string) => boolean {
  const paths = new Set(tree.map(({ path }) => path));
  const imported = importedByTests(tree);
  const callers = callersOf(tree);
  const isTested = (path: string, seen: ReadonlySet<string>): boolean => {
    if (paths.has(path.replace(/\.ts$/, '.test.ts')) || imported.has(path)) return true;
    const users = (callers.get(path) ?? []).filter((user) => !seen.has(user));
    return users.length > 0 && users.every((user) => isTested(user, new Set([...seen, path])));
  };
  return (path) => isTested(path, new Set());
}

/**
 * Every file of the domain that does something has a test: beside it, or elsewhere in its package where a test imports it.
 * A file that its package does not export may be tested through its callers, when all of them are tested. No exceptions.
 */
export const coreTests: Rule = (tree) => {
  const isTested = testing(tree);
  return tree
    .filter((file) => isDomain(placeOf(file)?.workspace) && placeOf(file)?.kind === 'source')
    .filter((file) => exportedBehaviours(file).length > 0 && !isTested(file.path))
    .map(
      (file): Finding => ({
        file: file.path,
        found: `${exportedBehaviours(file).join(', ')} without a test`,
        instead: `write ${file.path.replace(/\.ts$/, '.test.ts')}`,
      }),
    );
};
