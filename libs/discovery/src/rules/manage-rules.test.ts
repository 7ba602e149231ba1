import { SmallHouse } from '@assay/gateway/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { ManageRules } from './manage-rules.js';
import { chosenBy, maxRules } from './rule.js';

async function setUp() {
  const house = await SmallHouse.open();
  const { selectionRules: rules, rules: store, directory, audit, feed, clock, random } = house;
  const seesTool = (_: unknown, tool: string) => tool === 'acme/mail';
  return { house, manage: new ManageRules({ rules, store, directory, audit, feed, clock, random, seesTool }) };
}
const admin = aCaller({}, ['admin']);
const body = { when: 'query == "x"', tool: 'acme/mail' };

describe('ManageRules', () => {
  it('adds, lists and removes, and the audit knows', async () => {
    const { manage, house } = await setUp();
    const made = await manage.create(admin, { ...body, tool: 'acme/mail@^1', priority: 3 });
    if (!made.ok) throw new Error(made.error.message);
    expect(manage.list(admin)).toEqual([made.value]);
    expect(made.value).toMatchObject({ tool: 'acme/mail@^1', priority: 3, organisationId: 'org-acme' });
    expect(manage.list(aCaller({ organisationId: 'org-other' }))).toEqual([]);
    expect((await manage.remove(admin, made.value.id)).ok).toBe(true);
    expect(manage.list(admin)).toEqual([]);
    expect(house.actions).toEqual(['rule.create acme/mail@^1', 'rule.delete acme/mail@^1']);
  });

  it.each([
    ['no predicate', { when: 'query' }, 'invalid_request'],
    ['a tool nobody sees', { tool: 'acme/none' }, 'not_found'],
    ['no range', { tool: 'acme/mail@new' }, 'invalid_request'],
  ])('refuses what is %s, and changes nothing', async (_, parts, code) => {
    const { manage } = await setUp();
    expect(await manage.create(admin, { ...body, ...parts })).toMatchObject({ ok: false, error: { code } });
    expect(manage.list(admin)).toEqual([]);
  });

  it('shows members the rules about tools that they see', async () => {
    const { house, manage } = await setUp();
    await manage.create(admin, body);
    expect(manage.list(aCaller())).toHaveLength(1);
    const { selectionRules: rules, rules: store } = house;
    const blind = new ManageRules({ ...house, rules, store, seesTool: () => false });
    expect(blind.list(aCaller())).toEqual([]);
    expect(blind.list(admin)).toHaveLength(1);
  });

  it('has a bound', async () => {
    const { manage } = await setUp();
    for (let n = 0; n < maxRules; n += 1) await manage.create(admin, body);
    expect(await manage.create(admin, body)).toMatchObject({ error: { code: 'conflict' } });
  });

  it('is for administrators of the organisation', async () => {
    const { manage } = await setUp();
    const made = await manage.create(admin, body);
    const id = made.ok ? made.value.id : '';
    expect(await manage.create(aCaller(), body)).toMatchObject({ error: { code: 'forbidden' } });
    const other = aCaller({ organisationId: 'org-other' }, ['admin']);
    expect(await manage.remove(other, id)).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('chosenBy', () => {
  it('tells the tool from its range', () => {
    expect(chosenBy({ tool: 'a/b' })).toEqual({ tool: 'a/b', range: undefined });
    expect(chosenBy({ tool: 'a/b@^1.0.0' })).toEqual({ tool: 'a/b', range: '^1.0.0' });
  });
});
