import { aManifest, aVersion } from '@assay/testing';
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
  const source = sourceOf(version, { city: 'Ulm' }, { temp: 20 });
  expect(source).toMatchObject({ name: 'acme/weather@1.0.0', entities: [{ entity: '[["city","Ulm"]]' }] });
  expect(source.entities[0]?.facts.get('temperature')).toMatchObject({ path: '/temp', value: 20 });
  const trust = { base: 0.9 } as NonNullable<typeof version.trust>;
  expect(sourceOf({ ...version, trust }, {}, {}).authority).toBe(0.9);
  expect(sourceOf({ ...version, trust: null }, {}, {}).authority).toBe(0.485);
});
