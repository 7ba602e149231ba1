import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file with its path from the repository's root, written with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly source: string;
}

/** What the rules look at: the repository, or a few files made up to break one of them. */
export type SourceTree = readonly SourceFile[];

/** A tree of made-up files, by path. */
export const planted = (files: Readonly<Record<string, string>>): SourceTree =>
  Object.entries(files).map(([path, source]) => ({ path, source }));

const skipped = new Set(['node_modules', 'dist', 'generated', 'coverage']);

const isRead = (name: string): boolean => /\.(?:ts|tsx|mts|mjs)$/.test(name) || name === 'package.json';

function pathsBelow(root: string, folder: string): string[] {
  if (!statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : pathsBelow(root, path);
    return entry.isFile() && isRead(entry.name) ? [path] : [];
  });
}

/** The repository as it stands: sources, scripts and package.json files of the workspaces, and the test folder. */
export function readTree(root: string): SourceTree {
  const paths = ['package.json', ...['apps', 'libs', 'test'].flatMap((folder) => pathsBelow(root, folder))];
  return paths.map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
}
