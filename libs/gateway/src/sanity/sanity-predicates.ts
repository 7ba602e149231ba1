import { lruMap } from '@assay/kernel';
import { compileSanity, type ToolVersion } from '@assay/registry';
import type { AskedSanity } from './judge-sanity.js';

const none: readonly AskedSanity[] = [];

/**
 * Compiled sanity predicates of versions, compiled when first needed and kept in a bounded cache, least recently used out
 * first. A version never changes, so that its id is key enough.
 */
export class SanityPredicates {
  readonly #compiled;

  constructor(capacity = 1_000) {
    this.#compiled = lruMap<string, readonly AskedSanity[]>(capacity);
  }

  of({ id, manifest: { sanity = [] } }: ToolVersion): readonly AskedSanity[] {
    if (sanity.length === 0) return none;
    const known = this.#compiled.get(id);
    if (known !== undefined) return known;
    const fresh = sanity.map(compiled);
    this.#compiled.set(id, fresh);
    return fresh;
  }
}

/** What was published before predicates were compiled at publishing may be broken. */
function compiled(declared: Parameters<typeof compileSanity>[0]): AskedSanity {
  const found = compileSanity(declared);
  return found.ok ? { ...declared, predicate: found.value } : { ...declared, broken: `it ${found.error}` };
}
