import { isPrerelease, isResolvable, type Revocations, searchedVersion, type ToolVersion } from '@assay/registry';
import type { Wish } from './candidate.js';

export interface Offering {
  readonly mayCall: (version: ToolVersion) => boolean;
  /** In the order of preference; none when versions do not matter. */
  readonly wishes: readonly Wish[];
}

/**
 * The version of a tool to offer a caller: the newest resolvable one that it may call and that satisfies the first wish
 * any version satisfies; then the newest one that satisfies it whether or not it may be called; else the one that
 * represents the tool in search. Releases come before pre-releases. Without wishes a tool whose newest version the
 * caller may not call yet, such as a new major in the sandbox, is offered with an older one that it may call.
 */
export function offeredVersion(
  versions: readonly ToolVersion[],
  revocations: Pick<Revocations, 'of'>,
  { mayCall, wishes }: Offering,
): ToolVersion | undefined {
  const usual = searchedVersion(versions, revocations);
  if (usual === undefined || (wishes.length === 0 && mayCall(usual))) return usual;
  const resolvable = versions.filter((it) => isResolvable(it, revocations));
  const releases = resolvable.filter((it) => !isPrerelease(it.versionKey));
  const inOrder = [usual, ...releases, ...resolvable];
  for (const fits of wishes.length === 0 ? [() => true] : wishes) {
    const fitting = inOrder.filter(fits);
    if (fitting.length > 0) return fitting.find(mayCall) ?? fitting[0];
  }
  return usual;
}
