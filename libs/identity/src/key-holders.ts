import type { Scope } from '@assay/contracts';
import type { Recipient } from '@assay/kernel';
import type { Directory } from './directory.js';
import { endOfKey } from './key-in-force.js';
import { scopesOfRoles } from './sign-in/accounts.js';

/**
 * Principals of an organisation who hold a scope: by an active key that is not narrowed to namespaces, or by the roles of
 * their account.
 */
export function holdersOf(
  directory: Pick<Directory, 'keys' | 'accounts'>,
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
  const people = [...directory.accounts.all()]
    .filter((it) => it.organisationId === organisationId && (scopesOfRoles(it) as readonly string[]).includes(scope))
    .map(({ id }) => id);
  return [...new Set([...principals, ...people])]
    .filter((id) => !directory.accounts.isDisabled(id))
    .map((principalId) => ({ organisationId, principalId }));
}
