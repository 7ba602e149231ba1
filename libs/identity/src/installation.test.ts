import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { anonymousCaller } from './anonymous.js';
import { Directory } from './directory.js';
import { isInstallation, runsInstallation, scopesIn } from './installation.js';

it('is for administrators of the first organisation with an unnarrowed key', () => {
  const directory = new Directory();
  expect(runsInstallation(anonymousCaller(true), directory)).toBe(false);
  directory.apply({
    kind: 'organisation',
    id: 'org-acme',
    state: { id: 'org-acme', name: 'default', createdAt: 0 },
  });
  expect(runsInstallation(aCaller({}, ['admin']), directory)).toBe(true);
  expect(runsInstallation(aCaller({}, ['registry:publish']), directory)).toBe(false);
  expect(runsInstallation(aCaller({}, ['admin'], ['acme']), directory)).toBe(false);
  expect(runsInstallation(aCaller({ organisationId: 'org-other' }, ['admin']), directory)).toBe(false);
});

it('honours the scope for commands in the first organisation only', () => {
  const directory = new Directory();
  directory.apply({ kind: 'organisation', id: 'org-acme', state: { id: 'org-acme', name: 'default', createdAt: 0 } });
  expect([isInstallation(directory, 'org-acme'), isInstallation(directory, 'org-other')]).toEqual([true, false]);
  expect(isInstallation(directory, null)).toBe(false);
  const scopes = ['admin', 'hosts:command'];
  expect(scopesIn(directory, 'org-acme', scopes)).toEqual(scopes);
  expect(scopesIn(directory, 'org-other', scopes)).toEqual(['admin']);
});
