import type { Finding } from './finding.js';
import type { SourceTree } from './source-tree.js';

/** Names of build output: tools that copy, clean or pack a project skip such folders, sources included. */
const outputNames = new Set(['build', 'dist', 'out', 'target', 'tmp', 'node_modules', 'coverage']);

/** No source is in a folder that bears the name of build output. */
export const folderNames = (tree: SourceTree): Finding[] =>
  tree.flatMap(({ path }) => {
    const name = path
      .split('/')
      .slice(0, -1)
      .find((it) => outputNames.has(it));
    return name === undefined
      ? []
      : [
          {
            file: path,
            found: `the folder ${name} is named like build output`,
            instead: 'give the folder the name of what its sources do',
          },
        ];
  });
