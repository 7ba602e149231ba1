import type { SourceFile } from './source-tree.js';

/**
 * `source` ships; `test` is a test or what only tests use, beside the code; `script` is plain Node that builds or starts
 * a workspace; `suite` is the test folder, which stands outside of all workspaces.
 */
export type PlaceKind = 'source' | 'test' | 'script' | 'suite';

export interface Place {
  /** `libs/kernel`; `test` for the suites. */
  readonly workspace: string;
  readonly kind: PlaceKind;
}

/** Tests, their fixtures, and the fakes and contract suites that a context keeps under `testing`. */
const isTest = (path: string): boolean =>
  /\.(?:test|fixture)\.m?[jt]sx?$/.test(path) || /^libs\/(?:toolkits\/)?[^/]+\/src\/testing\//.test(path);

/** Where a code file stands; null for what is no code of the repository, such as a package.json. */
export function placeOf({ path }: SourceFile): Place | null {
  if (path.endsWith('.json')) return null;
  if (path.startsWith('test/')) return { workspace: 'test', kind: 'suite' };
  const match = /^((?:libs\/toolkits|libs|apps)\/[^/]+)\/(src\/)?/.exec(path);
  if (!match?.[1]) return null;
  if (isTest(path)) return { workspace: match[1], kind: 'test' };
  return { workspace: match[1], kind: match[2] ? 'source' : 'script' };
}

/** The package name of a workspace: `libs/kernel` is `@assay/kernel`, `libs/toolkits/git` is `@assay/kit-git`. */
export const nameOfWorkspace = (workspace: string): string => {
  const folder = workspace.split('/').at(-1) ?? '';
  return workspace.startsWith('libs/toolkits/') && folder !== 'kit' ? `@assay/kit-${folder}` : `@assay/${folder}`;
};

/** The package of an import: `@scope/name` or `name`; null for relative paths and Node's own modules. */
export function packageOf(specifier: string): string | null {
  if (/^(?:\.|\/|node:|file:|data:)/.test(specifier)) return null;
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}
