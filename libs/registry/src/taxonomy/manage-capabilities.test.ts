import type { ProposeCapability } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { aCaller } from '../testing/builders.js';
import { ManageCapabilities } from './manage-capabilities.js';

const admin = aCaller({}, ['admin']);
const elsewhere = aCaller({ id: 'p-x', organisationId: 'org-other', name: 'xi' }, ['registry:publish', 'admin']);
const proposal = (tag: string, parts: Partial<ProposeCapability> = {}): ProposeCapability => ({
  tag,
  label: 'Maps of caves',
  description: 'Draws caves',
  ...parts,
});

async function setUp() {
  const house = await SmallHouse.open();
  const { capabilities, reviews, catalogue } = house;
  const manage = new ManageCapabilities({
    ...house.identityPorts,
    taxonomy: catalogue.taxonomy,
    capabilities,
    reviews,
  });
  for (const tag of ['maps', 'maps.streets', 'maps.streets.names', 'web']) await manage.propose(admin, proposal(tag));
  return { house, manage, taxonomy: catalogue.taxonomy };
}

describe('ManageCapabilities', () => {
  it("adds proposals of the installation's administrators immediately", async () => {
    const { house, manage, taxonomy } = await setUp();
    expect(await manage.propose(admin, proposal('maps.caves', { aliases: ['cave', 'cave'] }))).toMatchObject({
      value: { added: { tag: 'maps.caves', parent: 'maps', aliases: ['cave'], createdBy: 'principal-ann' } },
    });
    expect(taxonomy.canonical('cave')).toBe('maps.caves');
    expect(house.actions.at(-1)).toBe('capability.add maps.caves');
  });

  it('keeps other proposals for review, with similar capabilities, and adds them on approval', async () => {
    const { manage, taxonomy } = await setUp();
    const held = await manage.propose(elsewhere, proposal('maps.caves', { reason: 'We map caves.' }));
    expect(held).toMatchObject({
      value: {
        held: {
          organisationId: 'org-acme',
          kind: 'capability',
          subject: '#maps.caves',
          findings: [{ path: '/tag', message: 'We map caves.; nearest: maps' }],
          held: { act: { kind: 'capability', proposal: { tag: 'maps.caves' } } },
        },
      },
    });
    expect(taxonomy.row('maps.caves')).toBeUndefined();
    expect(await manage.add(elsewhere, proposal('maps.caves'))).toMatchObject({
      value: { organisationId: 'org-other' },
    });
    expect(await manage.add(elsewhere, proposal('maps.caves'))).toMatchObject({ error: { code: 'conflict' } });
  });

  it.each([
    ['a tag that is there', proposal('maps'), 'conflict', '"maps" is in the taxonomy already.'],
    ['no such parent', proposal('mops.caves'), 'invalid_request', 'No capability "mops" in the taxonomy.'],
    ['itself as its parent', proposal('caves', { parent: 'caves' }), 'invalid_request', 'cannot lie below itself'],
  ])('rejects %s from every caller', async (_, body, code, message) => {
    const { manage } = await setUp();
    for (const caller of [admin, elsewhere]) {
      expect(await manage.propose(caller, body)).toMatchObject({
        error: { code, message: expect.stringContaining(message) },
      });
    }
  });

  it('rejects a narrowed key', async () => {
    const { manage } = await setUp();
    expect(await manage.propose(aCaller({}, ['registry:publish'], ['acme']), proposal('caves'))).toMatchObject({
      error: { code: 'forbidden' },
    });
  });

  it('rejects changes and merges by other callers', async () => {
    const { manage } = await setUp();
    for (const caller of [elsewhere, aCaller({}, ['registry:publish'])]) {
      expect(await manage.change(caller, 'maps', { label: 'x' })).toMatchObject({ error: { code: 'forbidden' } });
      expect(await manage.merge(caller, 'maps', 'web')).toMatchObject({ error: { code: 'forbidden' } });
    }
  });

  it('moves a capability with what lies below it, and makes no circle', async () => {
    const { house, manage, taxonomy } = await setUp();
    expect(await manage.change(admin, 'maps.streets', { parent: 'web', label: 'Streets' })).toMatchObject({
      value: { parent: 'web', label: 'Streets', editedAt: house.clock.now() },
    });
    expect(taxonomy.path('maps.streets.names')).toEqual(['web', 'maps.streets', 'maps.streets.names']);
    for (const parent of ['maps.streets', 'maps.streets.names']) {
      expect(await manage.change(admin, 'maps.streets', { parent })).toMatchObject({
        error: { code: 'invalid_request', issues: [{ path: '/parent' }] },
      });
    }
    expect(await manage.change(admin, 'maps.streets', { parent: null })).toMatchObject({ value: { parent: null } });
  });

  it('rejects a tree that is too deep', async () => {
    const { manage } = await setUp();
    let tag = 'maps.streets.names';
    for (let depth = 4; depth <= 8; depth += 1) {
      tag = `${tag}.n`;
      expect(await manage.propose(admin, proposal(tag))).toMatchObject({ ok: true });
    }
    expect(await manage.propose(admin, proposal(`${tag}.n`))).toMatchObject({ error: { code: 'invalid_request' } });
    expect(await manage.change(admin, 'maps', { parent: 'web' })).toMatchObject({
      error: { message: expect.stringContaining('9 levels deep') },
    });
  });

  it('merges: the tag keeps working, children and aliases move, and it cannot be changed any more', async () => {
    const { house, manage, taxonomy } = await setUp();
    expect(await manage.merge(admin, 'maps.streets', 'web')).toMatchObject({ value: { tag: 'web' } });
    expect(taxonomy.canonical('maps.streets')).toBe('web');
    expect(taxonomy.path('maps.streets.names')).toEqual(['web', 'maps.streets.names']);
    expect(house.actions.at(-1)).toBe('capability.merge maps.streets');
    expect(await manage.change(admin, 'maps.streets', { label: 'x' })).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('change "web" instead') },
    });
    expect(await manage.propose(admin, proposal('maps.streets'))).toMatchObject({
      error: { message: expect.stringContaining('has been merged into "web"') },
    });
  });

  it.each([
    ['itself', 'maps', 'maps'],
    ['what lies below it', 'maps', 'maps.streets.names'],
    ['nothing there', 'maps', 'nothing'],
  ])('refuses to merge into %s', async (_, tag, into) => {
    const { manage } = await setUp();
    expect(await manage.merge(admin, tag, into)).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/into' }] },
    });
  });

  it('lists similar tags when a tag does not exist', async () => {
    const { manage } = await setUp();
    expect(await manage.change(admin, 'maps.rivers', { label: 'x' })).toMatchObject({
      error: { code: 'not_found', message: 'No capability "maps.rivers" in the taxonomy. Nearest: maps.' },
    });
  });
});
