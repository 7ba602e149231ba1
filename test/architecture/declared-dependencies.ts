import { builtinModules } from 'node:module';
import type { Finding, Rule } from './finding.js';
import { importsOf } from './imports.js';
import { nameOfWorkspace, packageOf, placeOf } from './place.js';
import type { SourceFile, SourceTree } from './source-tree.js';

/** Packages a workspace declares without importing them, each with its reason. */
const declaredForOthers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'apps/server': {
    rxjs: 'a peer of @nestjs/common and @nestjs/core',
    passport: 'a peer of @nestjs/passport',
    'openapi-explorer': 'its script is served at /docs',
  },
  'libs/authentication': { passport: 'a peer of @nestjs/passport' },
  'libs/sandbox': {
    'csv-parse': 'generated code may import it: its file is read',
    'decimal.js': 'generated code may import it: its file is read',
    'js-yaml': 'generated code may import it: its file is read',
    mustache: 'generated code may import it: its file is read',
    pyright: 'its command line runs in a process of its own',
  },
  'libs/persistence': { '@prisma/client': 'the generated client runs on it' },
};

type Kind = 'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies';

interface Declared {
  readonly run: ReadonlySet<string>;
  readonly development: ReadonlySet<string>;
}

function declaredIn(file: SourceFile | undefined): Declared {
  const manifest = JSON.parse(file?.source ?? '{}') as Partial<Record<Kind, Record<string, string>>>;
  const names = (...kinds: Kind[]) => new Set(kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {})));
  return {
    run: names('dependencies', 'optionalDependencies', 'peerDependencies'),
    development: names('devDependencies'),
  };
}

const builtins = new Set(builtinModules);

/** Node's own modules are written with their prefix, so that no package can take their place. */
const bareBuiltin = (file: SourceFile): Finding[] =>
  importsOf(file)
    .filter(({ specifier }) => builtins.has(specifier) && !specifier.startsWith('node:'))
    .map(({ specifier }) => ({
      file: file.path,
      found: `${specifier} is imported without node:`,
      instead: `import node:${specifier}`,
    }));

const packagesOf = (file: SourceFile): string[] => [
  ...new Set(
    importsOf(file)
      .map(({ specifier }) => packageOf(specifier))
      .filter((name): name is string => name !== null && !builtins.has(name)),
  ),
];

/** Whether a file may import a package, given what its own package.json and the root's declare. */
function isDeclared(file: SourceFile, name: string, own: Declared, root: Declared): boolean {
  const place = placeOf(file);
  if (own.run.has(name)) return true;
  if (place?.kind === 'source') return isOwnName(place.workspace, name) || isVendored(file, name, own);
  const shared = own.development.has(name) || root.development.has(name);
  return shared || name === '@assay/testing' || isOwnName(place?.workspace ?? '', name) || isSuite(file, name);
}

const isOwnName = (workspace: string, name: string): boolean => name === nameOfWorkspace(workspace);
const isSuite = (file: SourceFile, name: string): boolean =>
  placeOf(file)?.kind === 'suite' && name.startsWith('@assay/');
/** A package may ship the types of what it declares for development, such as the contracts within the SDK, but no code. */
const isVendored = (file: SourceFile, name: string, own: Declared): boolean =>
  name.startsWith('@assay/') &&
  own.development.has(name) &&
  importsOf(file).every(({ specifier, isErased }) => packageOf(specifier) !== name || isErased === true);

function undeclared(file: SourceFile, own: Declared, root: Declared): Finding[] {
  return packagesOf(file)
    .filter((name) => !isDeclared(file, name, own, root))
    .map((name) => ({
      file: file.path,
      found: `${name} is imported but not declared`,
      instead: `declare it in ${placeOf(file)?.kind === 'suite' ? 'the root' : placeOf(file)?.workspace} package.json`,
    }));
}

/** What a workspace declares without need: of what runs, packages that only tests or nobody imports. */
function unused(tree: SourceTree, workspace: string, own: Declared): Finding[] {
  const files = tree.filter((file) => placeOf(file)?.workspace === workspace);
  const shipped = new Set(files.filter((file) => placeOf(file)?.kind !== 'test').flatMap(packagesOf));
  const imported = new Set(files.flatMap(packagesOf));
  const excused = declaredForOthers[workspace] ?? {};
  const file = `${workspace}/package.json`;
  const idle = [...own.run].filter((name) => !shipped.has(name) && !Object.hasOwn(excused, name));
  const forTests = idle.filter((name) => imported.has(name));
  const development = [...own.development].filter((name) => !imported.has(name) && !imported.has(typedBy(name)));
  return [
    ...forTests.map((name) => ({
      file,
      found: `${name} is a production dependency that only tests import`,
      instead: 'declare it in devDependencies',
    })),
    ...[...idle.filter((name) => !imported.has(name)), ...development].map((name) => ({
      file,
      found: `${name} is declared but never imported`,
      instead: 'remove it, or say in test/architecture/declared-dependencies.ts what it is there for',
    })),
  ];
}

/** The package that `@types/…` describes; the name itself for any other. */
const typedBy = (name: string): string => name.replace(/^@types\//, '').replace('__', '/');

/** Rule 7: a workspace imports what its own package.json declares, and declares what it imports. */
export const declaredDependencies: Rule = (tree) => {
  const manifestOf = (folder: string) => declaredIn(tree.find(({ path }) => path === `${folder}package.json`));
  const root = manifestOf('');
  const code = tree.filter((file) => placeOf(file) !== null);
  const workspaces = new Set(code.map((file) => placeOf(file)?.workspace ?? ''));
  return [
    ...code.flatMap((file) => [
      ...bareBuiltin(file),
      ...undeclared(file, manifestOf(`${placeOf(file)?.workspace}/`), root),
    ]),
    ...[...workspaces].flatMap((workspace) => unused(tree, workspace, manifestOf(`${workspace}/`))),
  ];
};
