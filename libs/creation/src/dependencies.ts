import type { ToolTemplate } from '@assay/contracts';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { lookAlikes } from '@assay/registry';

/** A module of the allow-list, at the version that ships. */
export interface PinnedModule {
  /** As code imports it. */
  readonly name: string;
  readonly version: string;
  /** Digest of its source. */
  readonly integrity: string;
}

/** The modules that the code of tools may import. They ship with the installation: nothing is installed at run time. */
export interface Dependencies {
  readonly allowed: readonly PinnedModule[];
  /** The source of an allowed module. Rejects when its file is not the one that was pinned. */
  source(name: string): Promise<string>;
}

export const noDependencies: Dependencies = {
  allowed: [],
  source: (name) => Promise.reject(new Error(`"${name}" is not an allowed module.`)),
};

/** Modules that tools in a language may name. Those in Python import the standard library and need none. */
export const allowedFor = (
  language: ToolTemplate['language'],
  { allowed }: Pick<Dependencies, 'allowed'>,
): readonly PinnedModule[] => (language === 'python' ? [] : allowed);

/** What is wrong with the dependencies of a template; empty when each is on the list. */
export function dependencyIssues(
  names: readonly string[],
  allowed: readonly PinnedModule[],
): { readonly path: string; readonly message: string }[] {
  const known = allowed.map(({ name }) => ({ name, uses: 0, proven: true }));
  return names.flatMap((name, at) => {
    if (allowed.some((it) => it.name === name)) return [];
    const [alike] = lookAlikes(name, known);
    const list = allowed.map((it) => it.name).join(', ') || 'nothing';
    const message = alike === undefined ? `is not allowed; allowed: ${list}` : `only looks like "${alike.name}"`;
    return [{ path: `/dependencies/${at}`, message }];
  });
}

export async function sourcesOf(names: readonly string[], dependencies: Dependencies): Promise<Record<string, string>> {
  const found = await Promise.all(names.map(async (name) => [name, await dependencies.source(name)] as const));
  return Object.fromEntries(found);
}

/** The sources a tool was published with. Fails where the installation ships others by now. */
export async function pinnedSources(
  pinned: readonly PinnedModule[],
  dependencies: Dependencies,
): Promise<Result<Record<string, string>, Failure>> {
  for (const { name, version, integrity } of pinned)
    if (!dependencies.allowed.some((it) => it.name === name && it.integrity === integrity))
      return fail('unavailable', `It needs ${name} ${version}, which this installation does not ship: make it again.`, {
        outcome: 'none',
      });
  try {
    const names = pinned.map(({ name }) => name);
    return ok(await sourcesOf(names, dependencies));
  } catch {
    return fail('unavailable', 'A dependency could not be read.', { outcome: 'none' });
  }
}
