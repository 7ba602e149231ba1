import { SmallHouse } from '@assay/gateway/testing';
import { aNamespace } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { isMember } from './membership.js';

it('counts owners of a namespace as members, directly or through a team, and no others', async () => {
  const house = await SmallHouse.open();
  const team = {
    id: 'team-1',
    organisationId: 'org-acme',
    name: 'tools',
    members: ['principal-bob'],
    createdAt: 0,
    createdBy: null,
  };
  house.directory.apply({ kind: 'team', id: team.id, state: team });
  await house.identities.addNamespace(aNamespace({ owners: ['principal-ann'], teams: [team.id] }));
  await house.feed.caughtUp();
  expect(isMember(house.directory, 'principal-ann', 'acme')).toBe(true);
  expect(isMember(house.directory, 'principal-bob', 'acme')).toBe(true);
  expect(isMember(house.directory, 'principal-agent', 'acme')).toBe(false);
  expect(isMember(house.directory, 'principal-ann', 'other')).toBe(false);
});
