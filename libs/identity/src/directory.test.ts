import { aNamespace, aPrincipal } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { Directory } from './directory.js';
import type { Endorsement, Grant } from './records.js';

const grant = (parts: Partial<Grant>): Grant => ({
  id: 'g',
  organisationId: 'org-acme',
  principalId: null,
  granteeOrganisationId: 'org-other',
  tool: null,
  capability: null,
  server: null,
  actions: ['call'],
  createdAt: 0,
  createdBy: null,
  ...parts,
});
const endorsement: Endorsement = {
  id: 'e',
  organisationId: 'org-other',
  tool: 'acme/x',
  createdAt: 0,
  createdBy: null,
};

describe('Directory', () => {
  it('follows names through changes and removals', () => {
    const directory = new Directory();
    directory.apply({ kind: 'principal', id: 'p', state: aPrincipal({ id: 'p', name: 'ann' }) });
    directory.apply({ kind: 'principal', id: 'p', state: aPrincipal({ id: 'p', name: 'anna' }) });
    expect(directory.principalNamed('org-acme', 'ann')).toBeUndefined();
    expect(directory.principalNamed('org-acme', 'anna')?.id).toBe('p');
    directory.apply({ kind: 'principal', id: 'p', state: null });
    expect(directory.principal('p')).toBeUndefined();
    directory.apply({ kind: 'namespace', id: 'n', state: aNamespace({ id: 'n', name: 'one' }) });
    directory.apply({ kind: 'namespace', id: 'n', state: aNamespace({ id: 'n', name: 'two' }) });
    expect([...directory.namespaces()].map((it) => it.name)).toEqual(['two']);
  });

  it('finds a namespace by a former name, and never hides an existing one', () => {
    const directory = new Directory();
    const alias = { id: 'a', organisationId: 'org-acme', name: 'old', target: 'new', createdAt: 0, createdBy: null };
    directory.apply({ kind: 'namespace', id: 'n', state: aNamespace({ id: 'n', name: 'new' }) });
    directory.apply({ kind: 'namespace-alias', id: 'a', state: alias });
    expect([directory.namespace('old')?.name, directory.aliases.tool('old/x')]).toEqual(['new', 'new/x']);
    expect([...directory.namespaces()].map((it) => it.name)).toEqual(['new']);
    directory.apply({ kind: 'namespace', id: 'm', state: aNamespace({ id: 'm', name: 'old' }) });
    expect(directory.namespace('old')?.id).toBe('m');
  });

  it('finds grants by tool, by capability and by an ancestor of one, from the own organisation only', () => {
    const directory = new Directory();
    directory.apply({ kind: 'grant', id: '1', state: grant({ id: '1', tool: 'acme/x' }) });
    directory.apply({ kind: 'grant', id: '2', state: grant({ id: '2', capability: 'data.query' }) });
    directory.apply({
      kind: 'grant',
      id: '3',
      state: grant({ id: '3', capability: 'data', organisationId: 'org-evil' }),
    });
    expect(directory.grantsOf('acme/x', ['data.query.sql'], 'org-acme').map((it) => it.id)).toEqual(['1', '2']);
    expect(directory.grantsOf('acme/y', ['database'], 'org-acme')).toEqual([]);
    directory.apply({ kind: 'grant', id: '2', state: null });
    expect(directory.grantsOf('acme/x', ['data.query.sql'], 'org-acme').map((it) => it.id)).toEqual(['1']);
  });

  it('lists endorsements by organisation, and makes the organisations guests', () => {
    const directory = new Directory();
    directory.apply({ kind: 'endorsement', id: 'e', state: endorsement });
    expect(directory.isEndorsed('acme/x', 'org-other')).toBe(true);
    expect(directory.isEndorsed('acme/x', 'org-acme')).toBe(false);
    expect(directory.guestsOf('acme/x', [], 'org-acme').organisations).toEqual(['org-other']);
    directory.apply({ kind: 'endorsement', id: 'e', state: null });
    expect(directory.isEndorsed('acme/x', 'org-other')).toBe(false);
  });

  it('ignores a repeated change', () => {
    const directory = new Directory();
    const change = { kind: 'endorsement', id: 'e', state: endorsement } as const;
    directory.apply(change);
    directory.apply(change);
    expect([...directory.endorsements()]).toHaveLength(1);
  });
});
