import type { Recipient } from '@assay/kernel';
import type { Directory } from './directory.js';

/** All owners of a namespace, directly or through a team, each once, as recipients of notices. */
export function ownersOf(directory: Directory, name: string): Recipient[] {
  const namespace = directory.namespace(name);
  if (namespace === undefined) return [];
  const members = namespace.teams.flatMap((team) => directory.teams.get(team)?.members ?? []);
  return [...new Set([...namespace.owners, ...members])].flatMap((principalId) => {
    const principal = directory.principal(principalId);
    return principal === undefined ? [] : [{ principalId, organisationId: principal.organisationId }];
  });
}
