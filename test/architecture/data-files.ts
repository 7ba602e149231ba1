import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './finding.js';
import { planted, type SourceTree } from './source-tree.js';

/** Members that each data file begins with: what it holds, where that comes from or how it was made, and its licence. */
const required = ['about', 'source', 'licence'] as const;

/** The JSON files beside the sources of libraries and applications. */
export function readDataFiles(root: string): SourceTree {
  const workspaces = ['apps', 'libs', 'libs/toolkits'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/src`),
  );
  const paths = workspaces
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.json'));
  return planted(Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
}

/** A data file says what it holds and where that comes from. */
export const dataFiles = (tree: SourceTree): Finding[] =>
  tree.flatMap(({ path, source }) => {
    const content = JSON.parse(source) as Readonly<Record<string, unknown>>;
    const missing = required.filter((it) => typeof content[it] !== 'string' || content[it] === '');
    return missing.map((it) => ({
      file: path,
      found: `the data file has no ${it}`,
      instead: `begin it with ${required.join(', ')}`,
    }));
  });
