import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { anonymousCaller } from './anonymous.js';
import { hasScope, reaches } from './caller.js';

it('has the rights of its credential', () => {
  const caller = aCaller({}, ['tools:call'], ['acme']);
  expect([hasScope(caller, 'tools:call'), hasScope(caller, 'tools')]).toEqual([true, false]);
  expect([reaches(caller, 'acme'), reaches(caller, 'acme2')]).toEqual([true, false]);
  expect(reaches(aCaller(), 'anything')).toBe(true);
  expect(reaches(aCaller({}, [], []), 'anything')).toBe(false);
});

it('is anonymous without a credential, and sees public objects where that is enabled', () => {
  expect(anonymousCaller(true)).toMatchObject({ principalId: null, organisationId: null, tokens: ['public'] });
  expect(anonymousCaller(false).tokens).toEqual([]);
  expect(anonymousCaller(true).scopes.size).toBe(0);
});
