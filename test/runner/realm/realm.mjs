/**
 * The realm of one Jest worker: the context, the module registry and the test framework that its test files share, so
 * that a module is evaluated once per worker and not once per file. A file whose opening comment has `@own-realm` runs
 * in a realm of its own, and so does a file that runs a second time in the same worker, as its module is loaded already.
 */
let shared;

const begin = () => ({
  files: new Set(),
  environment: undefined,
  restore: undefined,
  runtime: undefined,
  circus: undefined,
});

/** While files are watched, sources change under a realm: each file gets its own. */
const isWatching = ({ watch, watchAll }) => Boolean(watch || watchAll);

/** The realm that a test file shares with others, or undefined when it gets its own. */
export function realmFor({ globalConfig }, { testPath, docblockPragmas }) {
  if (isWatching(globalConfig) || 'own-realm' in docblockPragmas) return undefined;
  if (shared === undefined || shared.files.has(testPath)) shared = begin();
  shared.files.add(testPath);
  return shared;
}

/** The shared realm of an environment; undefined when the environment belongs to one file. */
export const realmOf = (environment) => (shared?.environment === environment ? shared : undefined);
