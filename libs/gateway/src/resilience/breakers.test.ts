import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { SmallHouse } from '../testing/small-house.js';
import { Breakers } from './breakers.js';
import { type Admission, isRefusal } from './circuits.js';
import { LocalCircuits } from './local-circuits.js';

async function setUp() {
  const house = await SmallHouse.open();
  house.directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  const circuits = new LocalCircuits(house.clock);
  for (const name of ['acme/b', 'acme/a']) {
    const version = aVersion(aManifest({ name }));
    house.catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
    const times = name === 'acme/b' ? 10 : 1;
    for (let n = 0; n < times; n += 1) (circuits.admit(version.id) as Admission).failed();
  }
  (circuits.admit('gone') as Admission).failed();
  return { house, circuits, breakers: new Breakers({ ...house, circuits }) };
}
const admin = aCaller({}, ['admin']);

describe('Breakers', () => {
  it('lists those of tools one sees, the ones that refuse calls first', async () => {
    const { breakers } = await setUp();
    const shown = breakers.list(aCaller()).map(({ version, circuit }) => [version.manifest.name, circuit.state]);
    expect(shown).toEqual([
      ['acme/b', 'OPEN'],
      ['acme/a', 'CLOSED'],
    ]);
    expect(breakers.list(aCaller({ id: 'x', organisationId: 'org-other' }))).toEqual([]);
  });

  it('are reset by an administrator of the owners, and the audit knows', async () => {
    const { breakers, circuits, house } = await setUp();
    expect(await breakers.reset(aCaller(), 'acme/b', '1.0.0')).toMatchObject({ error: { code: 'forbidden' } });
    expect(await breakers.reset(admin, 'acme/b', '2.0.0')).toMatchObject({ error: { code: 'not_found' } });
    expect(await breakers.reset(admin, 'acme/none', '1.0.0')).toMatchObject({ error: { code: 'not_found' } });
    expect(await breakers.reset(admin, 'acme/b', '1.0.0')).toMatchObject({
      value: { circuit: { state: 'CLOSED', calls: 0 } },
    });
    expect(isRefusal(circuits.admit(aVersion(aManifest({ name: 'acme/b' })).id))).toBe(false);
    expect(house.actions).toEqual(['breaker.reset acme/b@1.0.0']);
  });
});
