import { aNamespace, aPrincipal } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { Directory } from './directory.js';
import { ownersOf } from './owners-of.js';
import type { Team } from './records.js';

const team: Team = {
  id: 'team-ops',
  organisationId: 'org-acme',
  name: 'ops',
  members: ['principal-ann', 'principal-bob', 'principal-gone'],
  createdAt: 0,
  createdBy: null,
};

describe('ownersOf', () => {
  it('lists every owner and every member of an owning team once, if they still exist', () => {
    const directory = new Directory();
    for (const id of ['principal-ann', 'principal-bob', 'principal-carol']) {
      directory.apply({ kind: 'principal', id, state: aPrincipal({ id, name: id }) });
    }
    directory.apply({ kind: 'team', id: team.id, state: team });
    const namespace = aNamespace({ teams: ['team-ops', 'team-gone'] });
    directory.apply({ kind: 'namespace', id: namespace.id, state: namespace });
    expect(ownersOf(directory, 'acme')).toEqual([
      { principalId: 'principal-ann', organisationId: 'org-acme' },
      { principalId: 'principal-bob', organisationId: 'org-acme' },
    ]);
    expect(ownersOf(directory, 'none')).toEqual([]);
  });
});
