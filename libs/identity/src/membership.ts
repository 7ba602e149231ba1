import type { Directory } from './directory.js';

/**
 * Whether a principal is a member of a namespace: it owns it, by itself or in a team. Administrators may manage a
 * namespace without being its members, and who created a principal's key does not matter.
 */
export function isMember(
  directory: Pick<Directory, 'namespace' | 'teams'>,
  principalId: string,
  name: string,
): boolean {
  const namespace = directory.namespace(name);
  if (namespace === undefined) return false;
  return (
    namespace.owners.includes(principalId) ||
    namespace.teams.some((team) => directory.teams.get(team)?.members.includes(principalId) === true)
  );
}
