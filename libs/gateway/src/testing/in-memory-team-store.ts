import type { Namespace, Orphaned, Team, TeamStore } from '@assay/identity';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';
import type { InMemoryIdentityStore } from './in-memory-identity-store.js';

/** Teams without a database, beside the identities whose namespaces they own. */
export class InMemoryTeamStore implements TeamStore {
  constructor(
    private readonly feed: InMemoryChangeFeed,
    private readonly identities: InMemoryIdentityStore,
  ) {}

  async addTeam(team: Team): Promise<'added' | 'taken'> {
    const { organisationId, name } = team;
    const rows = [...this.identities.teams.values()];
    if (rows.some((it) => it.organisationId === organisationId && it.name === name)) return 'taken';
    this.#keep(team);
    return 'added';
  }

  async removeTeam(id: string): Promise<'removed' | 'missing' | Orphaned> {
    const team = this.identities.teams.get(id);
    if (team === undefined) return 'missing';
    const orphaned = this.#orphanedBy({ ...team, members: [] });
    if (orphaned.length > 0) return { orphaned };
    for (const namespace of this.#ownedBy(id)) this.#setTeams(namespace, (teams) => teams.filter((it) => it !== id));
    this.identities.teams.delete(id);
    this.feed.remove('team', id);
    return 'removed';
  }

  async addMember(teamId: string, principalId: string): Promise<boolean> {
    const team = this.identities.teams.get(teamId);
    if (team !== undefined) this.#keep({ ...team, members: [...new Set([...team.members, principalId])] });
    return team !== undefined;
  }

  async removeMember(teamId: string, principalId: string): Promise<'removed' | 'missing' | Orphaned> {
    const team = this.identities.teams.get(teamId);
    if (team?.members.includes(principalId) !== true) return 'missing';
    const left = { ...team, members: team.members.filter((it) => it !== principalId) };
    const orphaned = this.#orphanedBy(left);
    if (orphaned.length > 0) return { orphaned };
    this.#keep(left);
    return 'removed';
  }

  async addOwningTeam(namespace: string, teamId: string): Promise<boolean> {
    const team = this.identities.teams.get(teamId);
    const found = this.#named(namespace);
    if (team === undefined || found?.organisationId !== team.organisationId) return false;
    this.#setTeams(found, (teams) => [...new Set([...teams, teamId])]);
    return true;
  }

  async removeOwningTeam(namespace: string, teamId: string): Promise<'removed' | 'missing' | 'last'> {
    const found = this.#named(namespace);
    if (found?.teams.includes(teamId) !== true) return 'missing';
    const teams = found.teams.filter((it) => it !== teamId);
    if (!this.identities.isOwned({ ...found, teams })) return 'last';
    this.#setTeams(found, () => teams);
    return 'removed';
  }

  #named = (name: string): Namespace | undefined => this.identities.namespaceRows().find((it) => it.name === name);
  #ownedBy = (teamId: string): Namespace[] => this.identities.namespaceRows().filter((it) => it.teams.includes(teamId));

  #setTeams({ id }: Namespace, change: (teams: readonly string[]) => readonly string[]): void {
    this.identities.changeNamespace(id, (it) => ({ ...it, teams: change(it.teams) }));
  }

  /** Names of namespaces that nobody would own if the team were as given. */
  #orphanedBy(team: Team): string[] {
    const { teams } = this.identities;
    const present = teams.get(team.id) as Team;
    teams.set(team.id, team);
    const orphaned = this.#ownedBy(team.id).filter((it) => !this.identities.isOwned(it));
    teams.set(team.id, present);
    return orphaned.map((it) => it.name).sort();
  }

  #keep(team: Team): void {
    this.identities.teams.set(team.id, team);
    this.feed.put('team', team);
  }
}
