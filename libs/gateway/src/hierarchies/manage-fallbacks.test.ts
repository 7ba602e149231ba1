import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { closedCircuits } from '../testing/closed-circuits.js';
import { SmallHouse } from '../testing/small-house.js';
import { ManageFallbacks } from './manage-fallbacks.js';
import { mappingInput } from './map-input.js';

const manifest = (name: string, parts: object = {}) =>
  aManifest({ name: `acme/${name}`, capabilities: ['geo.geocode'], ...parts });

async function setUp() {
  const house = await SmallHouse.open();
  house.directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  const other = manifest('other', {
    inputSchema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
  });
  for (const it of [manifest('first'), manifest('second', { capabilities: [] }), other]) {
    const state = aVersion(it);
    house.catalogue.apply({ kind: 'tool-version', id: state.id, state });
  }
  const { directory, catalogue, declared, hierarchies: store, audit, feed, clock, random } = house;
  const ports = { directory, catalogue, declared, store, audit, feed, clock, random };
  return {
    house,
    manage: new ManageFallbacks({ ...ports, circuits: closedCircuits, mapInput: mappingInput({ monotonic: () => 0 }) }),
  };
}
const admin = aCaller({}, ['admin']);
const levels = [{ tool: 'acme/first' }, { tool: 'acme/second', accuracy: 0.5 }];

describe('ManageFallbacks', () => {
  it('declares, changes, lists and removes, and the audit knows', async () => {
    const { manage, house } = await setUp();
    const made = await manage.set(admin, 'geo.geocode', { levels }, undefined);
    expect(made).toMatchObject({
      ok: true,
      value: {
        hierarchy: { revision: 1, escalates: true, levels: [{ accuracy: 1 }, { accuracy: 0.5 }] },
        levels: [{ priority: 1, version: '1.0.0', circuit: 'CLOSED' }, { priority: 2 }],
        warnings: ['Level 2: acme/second does not declare geo.geocode.'],
      },
    });
    const again = await manage.set(admin, 'geo.geocode', { levels: [{ tool: 'acme/first' }], escalation: false }, 1);
    expect(again).toMatchObject({ value: { hierarchy: { revision: 2, escalates: false } } });
    expect(manage.list(aCaller())).toHaveLength(1);
    expect(manage.list({ ...admin, organisationId: null })).toEqual([]);
    expect(manage.show(aCaller({ organisationId: 'org-other' }), 'geo.geocode')).toMatchObject({
      error: { code: 'not_found' },
    });
    expect((await manage.remove(admin, 'geo.geocode', 2)).ok).toBe(true);
    expect(manage.show(admin, 'geo.geocode').ok).toBe(false);
    expect(house.actions).toEqual([
      'fallback.set geo.geocode',
      'fallback.set geo.geocode',
      'fallback.remove geo.geocode',
    ]);
  });

  it('shows a level whose tool one does not see to administrators alone', async () => {
    const { manage, house } = await setUp();
    await manage.set(admin, 'geo.geocode', { levels }, undefined);
    const [gone] = house.catalogue.tool('acme/first')?.versions ?? [];
    house.catalogue.apply({ kind: 'tool-version', id: gone?.id as string, state: null });
    const shownTo = (caller: typeof admin) => {
      const shown = manage.show(caller, 'geo.geocode');
      return shown.ok ? shown.value.levels.map(({ priority, tool }) => [priority, tool]) : [];
    };
    expect(shownTo(aCaller())).toEqual([[2, 'acme/second']]);
    expect(shownTo(admin)).toEqual([
      [1, 'acme/first'],
      [2, 'acme/second'],
    ]);
  });

  it('changes only what is as it was when it was read', async () => {
    const { manage } = await setUp();
    expect(await manage.set(admin, 'geo.geocode', { levels }, 4)).toMatchObject({
      error: { code: 'precondition_failed', message: /there is none/ },
    });
    await manage.set(admin, 'geo.geocode', { levels }, null);
    expect(await manage.set(admin, 'geo.geocode', { levels }, null)).toMatchObject({
      error: { message: /revision 1/ },
    });
    expect(await manage.remove(admin, 'geo.geocode', 9)).toMatchObject({ error: { code: 'precondition_failed' } });
    expect(await manage.remove(admin, 'geo.none', undefined)).toMatchObject({ error: { code: 'not_found' } });
  });

  it.each([
    ['a tag that is none', 'Geo!', levels, /not a valid capability/],
    ['an unknown tool', 'geo.geocode', [{ tool: 'acme/none' }], /\/levels\/0\/tool no tool "acme\/none"/],
    ['a version there is not', 'geo.geocode', [{ tool: 'acme/first@^9' }], /\/levels\/0\/tool No version/],
    ['a tool twice', 'geo.geocode', [{ tool: 'acme/first' }, { tool: 'acme/first@^1' }], /level 1 already/],
    ['a mapping of the first', 'geo.geocode', [{ tool: 'acme/first', mapping: '$' }], /applies only to later levels/],
    [
      'what does not fit',
      'geo.geocode',
      [{ tool: 'acme/first' }, { tool: 'acme/other' }],
      /level 2 does not match level 1/,
    ],
    [
      'a mapping that does not',
      'geo.geocode',
      [{ tool: 'acme/first' }, { tool: 'acme/other', mapping: '{"x": item}' }],
      /the mapping makes/,
    ],
  ])('refuses %s, and declares nothing', async (_, capability, asked, message) => {
    const { manage, house } = await setUp();
    const refused = await manage.set(admin, capability, { levels: asked }, undefined);
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
    expect(refused.ok ? '' : refused.error.message).toMatch(message);
    expect([manage.list(admin), house.actions]).toEqual([[], []]);
  });

  it('takes a mapping that fits', async () => {
    const { manage } = await setUp();
    const asked = [{ tool: 'acme/first' }, { tool: 'acme/other', mapping: '{"q": item}' }];
    expect(await manage.set(admin, 'geo.geocode', { levels: asked }, undefined)).toMatchObject({ ok: true });
  });

  it('is for administrators of the organisation, with a key that is not narrowed', async () => {
    const { manage } = await setUp();
    const narrowed = { ...admin, namespaces: ['acme'] };
    for (const caller of [aCaller(), narrowed]) {
      expect(await manage.set(caller, 'geo.geocode', { levels }, undefined)).toMatchObject({
        error: { code: 'forbidden' },
      });
      expect(await manage.remove(caller, 'geo.geocode', undefined)).toMatchObject({ error: { code: 'forbidden' } });
    }
  });
});
