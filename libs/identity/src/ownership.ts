import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { type Caller, hasScope, reaches } from './caller.js';
import type { Directory } from './directory.js';
import type { Namespace } from './records.js';
import { audienceOf, canSee } from './visibility.js';

/**
 * Whether the caller manages a namespace: as a member or as an administrator of its organisation, within its
 * credential's namespaces.
 */
export const owns = (caller: Caller, namespace: Namespace): boolean =>
  isMemberOf(caller, namespace) ||
  (hasScope(caller, 'admin') && reaches(caller, namespace.name) && caller.organisationId === namespace.organisationId);

/**
 * Whether the caller is one of the principals that own the namespace, directly or through a team, within its
 * credential's namespaces. Administrators manage a namespace without being members.
 */
export const isMemberOf = (caller: Caller, namespace: Namespace): boolean =>
  reaches(caller, namespace.name) &&
  caller.organisationId === namespace.organisationId &&
  ((caller.principalId !== null && namespace.owners.includes(caller.principalId)) ||
    caller.teams.some((team) => namespace.teams.includes(team)));

/** Administrators of the organisation to which a namespace is offered see that it exists, but not its contents. */
export const isOfferedTo = (caller: Caller, { transfer }: Namespace): boolean =>
  transfer !== null &&
  transfer.toOrganisationId === caller.organisationId &&
  caller.namespaces === null &&
  hasScope(caller, 'admin');

export const seesNamespace = (caller: Caller, namespace: Namespace): boolean =>
  canSee(caller, audienceOf(namespace)) || isOfferedTo(caller, namespace);

/** Names of the namespaces a caller may publish into, sorted. */
export const ownedNamespaces = (directory: Directory, caller: Caller): string[] =>
  [...directory.namespaces()]
    .filter((it) => owns(caller, it))
    .map((it) => it.name)
    .sort();

/** The namespace if the caller owns it, else a 403 that states the caller's namespaces and how to get this one. */
export function requireOwned(directory: Directory, caller: Caller, name: string): Result<Namespace, Failure> {
  const namespace = directory.namespace(name);
  if (namespace !== undefined && owns(caller, namespace)) return ok(namespace);
  const owned = ownedNamespaces(directory, caller);
  const have = owned.length === 0 ? 'You own no namespace yet.' : `Your namespaces: ${owned.slice(0, 20).join(', ')}.`;
  return fail(
    'namespace_forbidden',
    `You may not publish into "${name}". ${have} ${howToGet(caller, name, namespace)}`,
    {
      data: { namespaces: owned },
    },
  );
}

function howToGet(caller: Caller, name: string, namespace: Namespace | undefined): string {
  if (!reaches(caller, namespace?.name ?? name))
    return `Your key is restricted to other namespaces: use one that reaches "${name}".`;
  if (namespace === undefined) return `Nobody owns "${name}": claim it with POST /v1/namespaces {"name": "${name}"}.`;
  return canSee(caller, audienceOf(namespace))
    ? `Ask one of its owners to add you with POST /v1/namespaces/${name}/members.`
    : `It has another owner: choose another name.`;
}
