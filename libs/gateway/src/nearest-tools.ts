import type { Caller, Directory } from '@assay/identity';
import { localNameOf } from '@assay/kernel';
import { type Catalogue, visibleVersions } from '@assay/registry';

/** Names that an error mentions. */
const named = 3;
/** Names of other namespaces that are compared letter by letter; a catalogue may have many more. */
const maxCompared = 5_000;
/** Names that have too little in common are not mentioned. */
const minShare = 0.4;
/** Added for a tool of the same namespace, where several are near. */
const atHome = 0.1;

/**
 * " Nearest: ns/a, ns/b." for a tool that is not there, of those this caller may see; nothing when none is near. Looked for
 * only when a name has failed.
 */
export function nearestTools(
  name: string,
  caller: Caller,
  { catalogue, directory }: { readonly catalogue: Catalogue; readonly directory: Directory },
): string {
  const home = name.slice(0, name.indexOf('/') + 1);
  const wanted = lettersOf(localNameOf(name));
  const near: { readonly id: string; readonly share: number }[] = [];
  let compared = 0;
  for (const tool of catalogue.tools()) {
    const isHome = home !== '' && tool.id.startsWith(home);
    if (!isHome) compared += 1;
    if (!isHome && compared > maxCompared) continue;
    const share = shared(wanted, lettersOf(localNameOf(tool.id)));
    if (share >= minShare && visibleVersions(tool, caller, directory).length > 0)
      near.push({ id: tool.id, share: share + (isHome ? atHome : 0) });
  }
  near.sort((a, b) => b.share - a.share || (a.id < b.id ? -1 : 1));
  const names = near.slice(0, named).map(({ id }) => id);
  return names.length === 0 ? '' : ` Nearest: ${names.join(', ')}.`;
}

/** Pairs of neighbouring letters, without what separates words. */
function lettersOf(name: string): Set<string> {
  const letters = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < letters.length; at += 1) pairs.add(letters.slice(at, at + 2));
  return pairs;
}

/** Dice's coefficient. */
function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const it of a) if (b.has(it)) common += 1;
  return (2 * common) / (a.size + b.size);
}
