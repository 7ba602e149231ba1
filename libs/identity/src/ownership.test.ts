import { aCaller, aNamespace, aPrincipal } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anonymousCaller } from './anonymous.js';
import { callerOf } from './authenticate-key.js';
import { Directory } from './directory.js';
import { isMemberOf, ownedNamespaces, owns, requireOwned, seesNamespace } from './ownership.js';

const ann = aCaller();
const bob = aCaller({ id: 'principal-bob' });
const admin = aCaller({ id: 'principal-root' }, ['admin']);
const eve = aCaller({ id: 'principal-eve', organisationId: 'org-other' }, ['admin']);

function directory() {
  const made = new Directory();
  for (const name of ['zeta', 'acme', 'beta'])
    made.apply({ kind: 'namespace', id: name, state: aNamespace({ id: name, name }) });
  const foreign = aNamespace({ id: 'f', name: 'foreign', organisationId: 'org-other', owners: ['principal-ann'] });
  made.apply({ kind: 'namespace', id: 'f', state: foreign });
  return made;
}

it.each([
  ['an owner', ann, true, true],
  ['an owner who is an administrator', aCaller({}, ['admin']), true, true],
  ['an administrator of its organisation', admin, true, false],
  ['a colleague', bob, false, false],
  ['an administrator of another organisation', eve, false, false],
  ['an owner whose key is narrowed to it', aCaller({}, [], ['acme']), true, true],
  ['an owner whose key is restricted to others', aCaller({}, [], ['beta']), false, false],
  ['an administrator whose key is restricted to others', aCaller({}, ['admin'], ['beta']), false, false],
  ['nobody', anonymousCaller(true), false, false],
])('%s owns a namespace: %s, is its member: %s', (_, caller, mayManage, isMember) => {
  expect([owns(caller, aNamespace()), isMemberOf(caller, aNamespace())]).toEqual([mayManage, isMember]);
});

it("a member of a team owns the team's namespaces, in its own organisation", () => {
  const member = callerOf(aPrincipal({ id: 'principal-bob' }), [], null, ['team-pay']);
  const namespace = aNamespace({ teams: ['team-pay'] });
  const elsewhere = { ...namespace, organisationId: 'org-other' };
  for (const holds of [owns, isMemberOf]) {
    expect([holds(member, namespace), holds(bob, namespace), holds(member, elsewhere)]).toEqual([true, false, false]);
  }
});

it('an offered namespace is visible to administrators of the other organisation with an unnarrowed key', () => {
  const transfer = { toOrganisationId: 'org-other', ownerId: null, offeredAt: 0, offeredBy: null };
  const offered = aNamespace({ visibility: 'private', transfer });
  const narrowed = aCaller({ id: 'principal-nina', organisationId: 'org-other' }, ['admin'], ['acme']);
  const clerk = aCaller({ id: 'principal-clara', organisationId: 'org-other' });
  expect([eve, narrowed, clerk, bob].map((it) => seesNamespace(it, offered))).toEqual([true, false, false, false]);
  expect([owns(eve, offered), seesNamespace(eve, { ...offered, transfer: null })]).toEqual([false, false]);
});

it('lists what may be published into, sorted', () => {
  expect(ownedNamespaces(directory(), ann)).toEqual(['acme', 'beta', 'zeta']);
  expect(ownedNamespaces(directory(), aCaller({}, [], ['beta', 'foreign']))).toEqual(['beta']);
});

describe('requireOwned', () => {
  it('answers the namespace', () => {
    expect(requireOwned(directory(), ann, 'acme')).toMatchObject({ ok: true, value: { name: 'acme' } });
  });

  // who, namespace, text of the rejection
  it.each([
    [
      'free',
      ann,
      'gamma',
      ['Your namespaces: acme, beta, zeta.', 'claim it with POST /v1/namespaces {"name": "gamma"}'],
    ],
    ['a colleague’s', bob, 'acme', ['You own no namespace yet.', 'POST /v1/namespaces/acme/members']],
    ['a stranger’s', eve, 'acme', ['Your namespaces: foreign.', 'has another owner']],
    ['out of reach', aCaller({}, [], ['beta']), 'acme', ['Your namespaces: beta.', 'use one that reaches "acme"']],
  ])("states the caller's namespaces and how to get one that is %s", (_, caller, name, words) => {
    const refused = requireOwned(directory(), caller, name);
    if (refused.ok) throw new Error('it was allowed');
    expect(refused.error).toMatchObject({ code: 'namespace_forbidden' });
    for (const word of words) expect(refused.error.message).toContain(word);
    expect(refused.error.data).toEqual({ namespaces: ownedNamespaces(directory(), caller) });
  });
});
