import type { Team } from './records.js';

/** Namespaces that would be left without an owner. */
export interface Orphaned {
  readonly orphaned: readonly string[];
}

/** Writes of teams. Each puts its outbox row in the same transaction; reads use the Directory. */
export interface TeamStore {
  addTeam(team: Team): Promise<'added' | 'taken'>;
  /** Removes it from the namespaces it owns; rejected when one of them has no other owner. */
  removeTeam(id: string): Promise<'removed' | 'missing' | Orphaned>;
  /** False when there is no such team. Adding twice has no further effect. */
  addMember(teamId: string, principalId: string): Promise<boolean>;
  /** Refused when a namespace would lose its last owner with the team's last member. */
  removeMember(teamId: string, principalId: string): Promise<'removed' | 'missing' | Orphaned>;
  /** Makes a team an owner; false when there is no namespace of that name in the team's organisation. */
  addOwningTeam(namespace: string, teamId: string): Promise<boolean>;
  removeOwningTeam(namespace: string, teamId: string): Promise<'removed' | 'missing' | 'last'>;
}
