import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { type Caller, hasScope, reaches } from './caller.js';
import type { IdentityPorts } from './identity-ports.js';
import { requireOwned } from './ownership.js';
import { recordChange } from './record-change.js';
import type { Namespace, Principal, Team } from './records.js';
import type { Orphaned, TeamStore } from './team-store.js';

export interface TeamPorts extends IdentityPorts {
  readonly teams: TeamStore;
}

type Answer<T> = Promise<Result<T, Failure>>;

/** Teams, their members, and the namespaces they own. Members and administrators manage a team. */
export class ManageTeams {
  readonly #ports: TeamPorts;

  constructor(ports: TeamPorts) {
    this.#ports = ports;
  }

  /** The creator of a team becomes its first member. */
  async create(caller: Caller, name: string): Answer<Team> {
    const { principalId, organisationId } = caller;
    if (principalId === null || organisationId === null) return fail('unauthenticated', 'Creating a team needs a key.');
    if (caller.namespaces !== null) {
      return fail('forbidden', 'A key that is narrowed to namespaces creates no teams: use one that is not.');
    }
    const team: Team = {
      id: this.#ports.random.uuid(),
      organisationId,
      name,
      members: [principalId],
      createdAt: this.#ports.clock.now(),
      createdBy: principalId,
    };
    if ((await this.#ports.teams.addTeam(team)) === 'taken') {
      return fail('conflict', `Your organisation has a team "${name}": choose another name.`);
    }
    await recordChange(this.#ports, caller, 'team.create', name);
    return ok(team);
  }

  /** The organisation's teams by name, for its members. */
  list(caller: Caller): Team[] {
    return [...this.#ports.directory.teams.all()]
      .filter((it) => it.organisationId === caller.organisationId)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  find(caller: Caller, name: string): Result<Team, Failure> {
    const { organisationId } = caller;
    const team = organisationId === null ? undefined : this.#ports.directory.teams.named(organisationId, name);
    return team === undefined ? fail('not_found', `No team "${name}" in your organisation.`) : ok(team);
  }

  async remove(caller: Caller, name: string): Answer<null> {
    const team = this.#managed(caller, name);
    if (!team.ok) return team;
    const outcome = await this.#ports.teams.removeTeam(team.value.id);
    if (outcome === 'missing') return fail('not_found', `No team "${name}" in your organisation.`);
    if (outcome !== 'removed') return lastOwner(`the team "${name}"`, outcome);
    await recordChange(this.#ports, caller, 'team.delete', name);
    return ok(null);
  }

  async addMember(caller: Caller, name: string, principal: string): Answer<Team> {
    const found = this.#memberOf(caller, name, principal);
    if (!found.ok) return found;
    const { team, member } = found.value;
    if (!(await this.#ports.teams.addMember(team.id, member.id))) return fail('not_found', `No team "${name}".`);
    await recordChange(this.#ports, caller, 'team.add-member', name, { principal });
    return this.#current(team);
  }

  async removeMember(caller: Caller, name: string, principal: string): Answer<Team> {
    const found = this.#memberOf(caller, name, principal);
    if (!found.ok) return found;
    const { team, member } = found.value;
    const outcome = await this.#ports.teams.removeMember(team.id, member.id);
    if (outcome === 'missing') return fail('not_found', `"${principal}" is not a member of "${name}".`);
    if (outcome !== 'removed') return lastOwner(`"${principal}"`, outcome);
    await recordChange(this.#ports, caller, 'team.remove-member', name, { principal });
    return this.#current(team);
  }

  /** Makes a team an owner of a namespace; an owner decides. */
  async own(caller: Caller, namespace: string, name: string): Answer<Namespace> {
    const found = this.#owning(caller, namespace, name);
    if (!found.ok) return found;
    const { owned, team } = found.value;
    if (team.members.length === 0) {
      return fail('conflict', `The team "${name}" has no members, and would own nothing: add one first.`);
    }
    if (!(await this.#ports.teams.addOwningTeam(owned.name, team.id))) return fail('not_found', `No team "${name}".`);
    await recordChange(this.#ports, caller, 'namespace.add-team', owned.name, { team: name });
    return ok(this.#ports.directory.namespace(owned.name) ?? owned);
  }

  async disown(caller: Caller, namespace: string, name: string): Answer<Namespace> {
    const found = this.#owning(caller, namespace, name);
    if (!found.ok) return found;
    const { owned, team } = found.value;
    const outcome = await this.#ports.teams.removeOwningTeam(owned.name, team.id);
    if (outcome === 'missing') return fail('not_found', `The team "${name}" is not an owner of "${namespace}".`);
    if (outcome === 'last') return lastOwner(`the team "${name}"`, { orphaned: [owned.name] });
    await recordChange(this.#ports, caller, 'namespace.remove-team', owned.name, { team: name });
    return ok(this.#ports.directory.namespace(owned.name) ?? owned);
  }

  #owning(caller: Caller, namespace: string, name: string): Result<{ owned: Namespace; team: Team }, Failure> {
    const owned = requireOwned(this.#ports.directory, caller, namespace);
    if (!owned.ok) return owned;
    const team = this.find(caller, name);
    return team.ok ? ok({ owned: owned.value, team: team.value }) : team;
  }

  #memberOf(caller: Caller, name: string, principal: string): Result<{ team: Team; member: Principal }, Failure> {
    const team = this.#managed(caller, name);
    if (!team.ok) return team;
    const member = this.#ports.directory.principalNamed(team.value.organisationId, principal);
    if (member !== undefined) return ok({ team: team.value, member });
    return fail(
      'not_found',
      `No principal "${principal}" in this organisation: an administrator creates one with its first key (POST /v1/keys).`,
    );
  }

  /** A narrowed key reaches a team only when it reaches everything the team owns: members own that, too. */
  #managed(caller: Caller, name: string): Result<Team, Failure> {
    const team = this.find(caller, name);
    if (!team.ok) return team;
    const isMember = caller.principalId !== null && team.value.members.includes(caller.principalId);
    if (!isMember && !hasScope(caller, 'admin')) {
      return fail('forbidden', `Members of "${name}" and administrators change it: ask one of them.`);
    }
    const owned = this.namespacesOf(team.value);
    const isReached = caller.namespaces === null || (owned.length > 0 && owned.every((it) => reaches(caller, it)));
    return isReached ? team : fail('forbidden', `Your key is restricted to other namespaces than those of "${name}".`);
  }

  /** Names of the namespaces a team owns, sorted. */
  namespacesOf = ({ id }: Team): string[] =>
    [...this.#ports.directory.namespaces()]
      .filter((it) => it.teams.includes(id))
      .map((it) => it.name)
      .sort();

  #current = (team: Team): Result<Team, Failure> => ok(this.#ports.directory.teams.get(team.id) ?? team);
}

const lastOwner = (who: string, { orphaned }: Orphaned) =>
  fail('conflict', `Without ${who} no owner would remain for ${orphaned.join(', ')}: add another owner first.`, {
    data: { namespaces: orphaned },
  });
