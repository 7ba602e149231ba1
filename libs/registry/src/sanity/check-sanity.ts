import type { Issue } from '@assay/contracts';
import { compileSanity, type DeclaredSanity } from './sanity-predicate.js';

/** Problems of a manifest's sanity predicates, whose shape may be invalid too; each with its pointer. */
export function checkSanity(sanity: unknown): Issue[] {
  if (!Array.isArray(sanity)) return [];
  const issues: Issue[] = [];
  const names = new Set<string>();
  for (const [at, declared] of (sanity as Partial<DeclaredSanity>[]).entries()) {
    if (typeof declared !== 'object' || declared === null) continue;
    const { name, expression } = declared;
    if (typeof name === 'string') {
      if (names.has(name)) issues.push({ path: `/sanity/${at}/name`, message: 'is the name of an earlier predicate' });
      names.add(name);
    }
    if (typeof expression !== 'string' || expression === '') continue;
    const compiled = compileSanity(declared as DeclaredSanity);
    if (!compiled.ok) issues.push({ path: `/sanity/${at}/expression`, message: compiled.error });
  }
  return issues;
}
