import { SmallHouse } from '@assay/gateway/testing';
import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { createOrganisation } from './create-organisation.js';

it('adds a tenant once, with an audit record', async () => {
  const house = await SmallHouse.open();
  const admin = aCaller({}, ['admin']);
  expect(await createOrganisation(house.identityPorts, admin, 'globex')).toMatchObject({ value: { name: 'globex' } });
  expect(house.directory.organisationNamed('globex')).toBeDefined();
  expect(await createOrganisation(house.identityPorts, admin, 'globex')).toMatchObject({ error: { code: 'conflict' } });
  expect(house.actions).toEqual(['organisation.create globex']);
});

it.each([
  ['without the scope admin', aCaller()],
  ['of another organisation', aCaller({ organisationId: 'org-other' }, ['admin'])],
  ['with a narrowed key', aCaller({}, ['admin'], ['acme'])],
])('refuses callers %s', async (_, caller) => {
  const house = await SmallHouse.open();
  expect(await createOrganisation(house.identityPorts, caller, 'globex')).toMatchObject({
    error: { code: 'forbidden' },
  });
  expect(house.directory.organisationNamed('globex')).toBeUndefined();
});
