import { aManifest, aVersion } from '@assay/registry/testing';
import { aTrust } from '@assay/trust/testing';
import { expect, it } from '@jest/globals';
import { sourceOf } from './source-of.js';

const version = aVersion(
  aManifest({
    name: 'acme/weather',
    inputSchema: { type: 'object', properties: { city: { type: 'string', 'x-assay-entity': 'city' } } },
    outputSchema: { type: 'object', properties: { temp: { type: 'number', 'x-assay-field': 'temperature' } } },
  }),
);

it('names the version, what it said of which thing, and how far it is trusted', () => {
  const source = sourceOf(version, { input: { city: 'Ulm' }, output: { temp: 20 }, organisationId: null });
  expect(source).toMatchObject({ name: 'acme/weather@1.0.0', entities: [{ entity: '[["city","Ulm"]]' }] });
  expect(source.entities[0]?.facts.get('temperature')).toMatchObject({ path: '/temp', value: 20 });
  const trust = aTrust({ base: 0.9 }, { outside: aTrust({ base: 0.7 }).outside });
  const asked = { input: {}, output: {}, organisationId: version.organisationId };
  expect(sourceOf({ ...version, trust }, asked).authority).toBe(0.9);
  expect(sourceOf({ ...version, trust }, { ...asked, organisationId: null }).authority).toBe(0.7);
  expect(sourceOf({ ...version, trust: null }, asked).authority).toBe(0.485);
});
