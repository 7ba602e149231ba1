import { posix } from 'node:path';
import type { Finding, Rule } from './finding.js';
import { type Import, importsOf } from './imports.js';
import { nameOfWorkspace, packageOf, placeOf } from './place.js';
import type { SourceFile } from './source-tree.js';

const isOurs = (specifier: string): boolean => packageOf(specifier)?.startsWith('@assay/') ?? false;

const isBarrel = (path: string): boolean => /\/index\.m?tsx?$/.test(path);

/**
 * What is wrong with an import from another workspace; null when it names things of the root, one by one. Tests may also
 * import from a `testing` subpath.
 */
function breachAcross({ specifier, form }: Import, isForTests: boolean): Omit<Finding, 'file'> | null {
  if (form === 'resolve') return null;
  if (packageOf(specifier) !== specifier && !(isForTests && specifier === `${packageOf(specifier)}/testing`))
    return { found: `${specifier} reaches past the root of its library`, instead: "export it from the library's root" };
  if (form === 'namespace' || form === 'default' || form === 'side-effect')
    return { found: `${specifier} is imported as a whole`, instead: 'import what is needed, name by name' };
  return null;
}

/** What is wrong with an import by path. */
function breachWithin(file: SourceFile, { specifier }: Import): Omit<Finding, 'file'> | null {
  const own = placeOf(file)?.workspace ?? '';
  const target = posix.join(posix.dirname(file.path), specifier);
  if (own !== 'test' && !target.startsWith(`${own}/`))
    return { found: `${specifier} leaves the workspace`, instead: "import from the other library's root export" };
  if (target.replace(/\.js$/, '') === `${own}/src/index`)
    return { found: 'the library imports its own root', instead: 'import the file that has what is needed' };
  return null;
}

/** A test may look through its library's door; shipped code that does so makes a cycle. */
const isOwnRoot = (file: SourceFile, { specifier }: Import): boolean =>
  specifier === nameOfWorkspace(placeOf(file)?.workspace ?? '');

function breachOf(file: SourceFile, one: Import): Omit<Finding, 'file'> | null {
  const kind = placeOf(file)?.kind;
  if (one.form === 'export-star')
    return { found: `everything of ${one.specifier} is exported at once`, instead: 'export name by name' };
  if (kind === 'source' && isOwnRoot(file, one))
    return { found: 'the library imports its own root', instead: 'import the file that has what is needed' };
  if (isOurs(one.specifier)) return breachAcross(one, kind !== 'source' || placeOf(file)?.workspace === 'libs/testing');
  return one.specifier.startsWith('.') && kind === 'source' ? breachWithin(file, one) : null;
}

function barrelFindings(file: SourceFile): Finding[] {
  const place = placeOf(file);
  if (place?.kind !== 'source' || !isBarrel(file.path) || file.path === `${place.workspace}/src/index.ts`) return [];
  const instead = "name the file after what is in it, and export from the library's root";
  return [{ file: file.path, found: 'an index file below the root of its library', instead }];
}

/** Rule 6: imports go to a library's root and name what they take; index files stand at roots only. */
export const rootImports: Rule = (tree) =>
  tree.flatMap((file) => {
    if (!placeOf(file)) return [];
    const breaches = importsOf(file).flatMap((one) => breachOf(file, one) ?? []);
    return [...barrelFindings(file), ...breaches.map((breach) => ({ file: file.path, ...breach }))];
  });
