import type { Scope } from '@assay/contracts';
import type { Recipient } from '@assay/kernel';
import type { Directory } from './directory.js';
import { endOfKey } from './key-in-force.js';

/** Principals of an organisation with an active key that has a scope and is not narrowed to namespaces. */
export function holdersOf(
  directory: Pick<Directory, 'keys'>,
  organisationId: string,
  scope: Scope,
  now: number,
): Recipient[] {
  const principals = [...directory.keys()]
    .filter(
      (key) =>
        key.organisationId === organisationId &&
        key.namespaces === null &&
        endOfKey(key, now) === undefined &&
        key.scopes.includes(scope),
    )
    .map((key) => key.principalId);
  return [...new Set(principals)].map((principalId) => ({ organisationId, principalId }));
}
