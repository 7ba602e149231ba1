import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Principal, Team, TeamStore } from '@assay/identity';
import { aNamespaceRow, anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import { FollowedState } from './followed-state.js';
import type { IdentityFixture } from './identity-store.contract.js';

export interface TeamFixture extends IdentityFixture {
  readonly teams: TeamStore;
}

export interface TeamContractCase {
  readonly name: string;
  readonly check: (fixture: TeamFixture) => Promise<void>;
}

const aTeamRow = (members: readonly Principal[], organisationId: string, name = 'payments'): Team => ({
  id: randomUUID(),
  organisationId,
  name,
  members: members.map((it) => it.id),
  createdAt: Date.UTC(2026, 10, 22),
  createdBy: members[0]?.id ?? null,
});

/** The namespace `acme`, owned by ann and by the team of bob; ann leaves it when `alone`. */
async function withTeam({ identities, teams, feed }: TeamFixture, alone = false) {
  const state = await new FollowedState(feed).start();
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id, 'ann'));
  const bob = await identities.addPrincipal(aPrincipalRow(organisation.id, 'bob'));
  const team = aTeamRow([bob], organisation.id);
  const namespace = aNamespaceRow(ann);
  await teams.addTeam(team);
  await identities.addNamespace(namespace);
  equal(await teams.addOwningTeam('acme', team.id), true);
  if (alone) equal(await identities.removeOwner('acme', ann.id), 'removed');
  return { state, organisation, ann, bob, team, namespace, identities, teams };
}

/** What every TeamStore promises. */
export const teamStoreContract: readonly TeamContractCase[] = [
  {
    name: 'a team is reported with its members, and its name is taken in its organisation only',
    check: async (fixture) => {
      const { state, ann, team, teams, identities } = await withTeam(fixture);
      deepEqual(await state.of('team', team.id), team);
      equal(await teams.addTeam(aTeamRow([ann], team.organisationId)), 'taken');
      const other = anOrganisationRow('other');
      await identities.addOrganisation(other);
      equal(await teams.addTeam(aTeamRow([], other.id)), 'added');
    },
  },
  {
    name: 'members come and go',
    check: async (fixture) => {
      const { state, ann, bob, team, teams } = await withTeam(fixture);
      equal(await teams.addMember(team.id, ann.id), true);
      equal(await teams.addMember(team.id, ann.id), true);
      deepEqual([...((await state.of('team', team.id))?.members ?? [])].sort(), [ann.id, bob.id].sort());
      equal(await teams.removeMember(team.id, ann.id), 'removed');
      equal(await teams.removeMember(team.id, ann.id), 'missing');
      deepEqual((await state.of('team', team.id))?.members, [bob.id]);
    },
  },
  {
    name: 'what is not there cannot be changed',
    check: async (fixture) => {
      const { ann, team, teams } = await withTeam(fixture);
      const nobody = randomUUID();
      equal(await teams.addMember(nobody, ann.id), false);
      equal(await teams.removeMember(nobody, ann.id), 'missing');
      equal(await teams.removeTeam(nobody), 'missing');
      equal(await teams.addOwningTeam('nowhere', team.id), false);
      equal(await teams.addOwningTeam('acme', nobody), false);
      equal(await teams.removeOwningTeam('nowhere', team.id), 'missing');
      equal(await teams.removeOwningTeam('acme', nobody), 'missing');
    },
  },
  {
    name: 'a team owns namespaces of its own organisation only',
    check: async (fixture) => {
      const { state, namespace, team, teams, identities } = await withTeam(fixture);
      deepEqual((await state.of('namespace', namespace.id))?.teams, [team.id]);
      const other = anOrganisationRow('other');
      await identities.addOrganisation(other);
      const foreign = aTeamRow([], other.id);
      await teams.addTeam(foreign);
      equal(await teams.addOwningTeam('acme', foreign.id), false);
    },
  },
  {
    name: 'a team with members is an owner that may be the last one, and an empty one is none',
    check: async (fixture) => {
      const { state, ann, bob, namespace, team, teams, identities } = await withTeam(fixture, true);
      deepEqual((await state.of('namespace', namespace.id))?.owners, []);
      equal(await teams.removeOwningTeam('acme', team.id), 'last');
      deepEqual(await teams.removeMember(team.id, bob.id), { orphaned: ['acme'] });
      deepEqual(await teams.removeTeam(team.id), { orphaned: ['acme'] });
      deepEqual((await state.of('team', team.id))?.members, [bob.id]);
      deepEqual((await state.of('namespace', namespace.id))?.teams, [team.id]);
      await identities.addOwner('acme', ann.id);
      equal(await teams.removeMember(team.id, bob.id), 'removed');
      equal(await identities.removeOwner('acme', ann.id), 'last');
    },
  },
  {
    name: 'a team that is removed leaves the namespaces it owned',
    check: async (fixture) => {
      const { state, namespace, team, teams } = await withTeam(fixture);
      equal(await teams.removeTeam(team.id), 'removed');
      equal(await state.of('team', team.id), null);
      deepEqual((await state.of('namespace', namespace.id))?.teams, []);
    },
  },
  {
    name: 'a namespace keeps an owner when the last two leave by different ways at once',
    check: async (fixture) => {
      const { state, ann, bob, namespace, team, teams, identities } = await withTeam(fixture);
      const left = await Promise.all([
        identities.removeOwner('acme', ann.id),
        teams.removeMember(team.id, bob.id),
        teams.removeOwningTeam('acme', team.id),
      ]);
      equal(left.filter((it) => it !== 'removed').length > 0, true);
      const { owners = [], teams: owning = [] } = (await state.of('namespace', namespace.id)) ?? {};
      const members = owning.length === 0 ? [] : ((await state.of('team', team.id))?.members ?? []);
      equal(owners.length + members.length > 0, true);
    },
  },
];
