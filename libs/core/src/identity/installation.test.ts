import { aCaller } from '@assay/testing';
import { expect, it } from '@jest/globals';
import { anonymousCaller } from './anonymous.js';
import { Directory } from './directory.js';
import { runsInstallation } from './installation.js';

it('is for administrators of the first organisation, with a key that is not narrowed', () => {
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
