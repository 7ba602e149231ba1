import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { nearestTools } from './nearest-tools.js';
import { SmallHouse } from './testing/small-house.js';

let house: SmallHouse;

beforeAll(async () => {
  house = await SmallHouse.open();
  house.directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  for (const name of ['acme/orders.create', 'acme/orders.cancel', 'acme/weather'])
    house.catalogue.apply({ kind: 'tool-version', id: name, state: aVersion(aManifest({ name })) });
});

const nearest = (name: string, caller = aCaller()) => nearestTools(name, caller, house);

describe('the nearest tools to a name that is not there', () => {
  it('are those with the most letters in common, of this namespace first', () => {
    expect(nearest('acme/order.create')).toBe(' Nearest: acme/orders.create.');
    expect(nearest('shop/get_weather')).toBe(' Nearest: acme/weather.');
    expect(nearest('acme/createOrders')).toMatch(/^ Nearest: acme\/orders\.create/);
  });

  it('are none when nothing is near, and none that the caller may not see', () => {
    expect(nearest('acme/zzz')).toBe('');
    expect(nearest('acme/weather2', aCaller({ id: 'principal-eve', organisationId: 'org-other' }))).toBe('');
  });
});
