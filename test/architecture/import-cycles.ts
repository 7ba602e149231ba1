import { posix } from 'node:path';
import type { Finding, Rule } from './finding.js';
import { importsOf } from './imports.js';
import { placeOf } from './place.js';
import type { SourceTree } from './source-tree.js';

/** The files that each shipped file imports by path; imports of types count like all others. */
function graphOf(tree: SourceTree): ReadonlyMap<string, readonly string[]> {
  const sources = tree.filter((file) => placeOf(file)?.kind === 'source');
  const paths = new Set(sources.map(({ path }) => path));
  return new Map(
    sources.map((file) => [
      file.path,
      importsOf(file)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(file.path), specifier).replace(/\.js$/, '.ts'))
        .filter((path) => paths.has(path)),
    ]),
  );
}

/** The strongly connected components of more than one file (Tarjan 1972), each sorted by path. */
function componentsOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const open = new Set<string>();
  const found: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node) as number);
    stack.push(node);
    open.add(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (open.has(next)) low.set(node, Math.min(low.get(node) as number, low.get(next) as number));
    }
    if (low.get(node) !== index.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    for (const it of component) open.delete(it);
    if (component.length > 1 || graph.get(node)?.includes(node)) found.push(component.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found;
}

/** Rule 2: no file imports itself through others, types included. */
export const importCycles: Rule = (tree) =>
  componentsOf(graphOf(tree)).map(
    (files): Finding => ({
      file: files[0] as string,
      found: `an import cycle of ${files.length} files: ${files.join(', ')}`,
      instead: 'move what both need into a file of its own, or take the other as a parameter',
    }),
  );
