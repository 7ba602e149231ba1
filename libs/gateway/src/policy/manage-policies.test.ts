import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { LinePolicyEngine } from '../testing/line-policy-engine.js';
import { SmallHouse } from '../testing/small-house.js';
import { ManagePolicies } from './manage-policies.js';
import { maxPolicies, maxStatements } from './policy.js';

const writer = aCaller({}, ['policies:write']);
const body = { text: 'permit a' };

async function setUp() {
  const house = await SmallHouse.open();
  const manage = new ManagePolicies({
    ...house,
    ...{ audit: house.audit, feed: house.feed, clock: house.clock, random: house.random },
    book: house.policyBook,
    store: house.policies,
    engine: new LinePolicyEngine(),
  });
  return { house, manage };
}

describe('ManagePolicies', () => {
  it('puts, shows, keeps versions and deletes, and the audit knows', async () => {
    const { house, manage } = await setUp();
    expect(await manage.put(writer, 'own', body, undefined)).toMatchObject({
      value: { isNew: true, policy: { version: 1, shipped: false } },
    });
    expect(await manage.put(writer, 'own', { text: 'ask b', description: 'why' }, 1)).toMatchObject({
      value: { isNew: false, policy: { version: 2 } },
    });
    expect(manage.list(writer).map(({ name, version }) => [name, version])).toEqual([
      ['default', 0],
      ['own', 2],
    ]);
    expect(await manage.remove(writer, 'own', 2)).toMatchObject({ ok: true });
    expect(manage.get(writer, 'own')).toMatchObject({ error: { code: 'not_found' } });
    const versions = await manage.versions(writer, 'own');
    expect(versions.ok && versions.value.map(({ version, text }) => [version, text])).toEqual([
      [3, null],
      [2, 'ask b'],
      [1, 'permit a'],
    ]);
    expect(await manage.put(writer, 'own', body, null)).toMatchObject({
      value: { isNew: true, policy: { version: 4 } },
    });
    expect(house.actions).toEqual(['policy.put own', 'policy.put own', 'policy.delete own', 'policy.put own']);
  });

  it('replaces what ships, and brings it back', async () => {
    const { manage } = await setUp();
    expect(await manage.remove(writer, 'default', undefined)).toMatchObject({ error: { code: 'conflict' } });
    expect(await manage.put(writer, 'default', body, null)).toMatchObject({ error: { code: 'precondition_failed' } });
    expect(await manage.put(writer, 'default', body, 0)).toMatchObject({ value: { policy: { version: 1 } } });
    expect(manage.get(writer, 'default')).toMatchObject({ value: { shipped: false, text: 'permit a' } });
    await manage.remove(writer, 'default', undefined);
    expect(manage.get(writer, 'default')).toMatchObject({ value: { shipped: true, version: 2 } });
    expect(await manage.put(writer, 'default', body, 2)).toMatchObject({ value: { policy: { version: 3 } } });
  });

  it('changes nothing twice, nor against what its author believes', async () => {
    const { house, manage } = await setUp();
    await manage.put(writer, 'own', body, undefined);
    expect(await manage.put(writer, 'own', body, undefined)).toMatchObject({ value: { policy: { version: 1 } } });
    expect(await manage.put(writer, 'own', body, 7)).toMatchObject({
      error: { code: 'precondition_failed', data: { version: 1 } },
    });
    expect(await manage.put(writer, 'own', body, null)).toMatchObject({ error: { code: 'precondition_failed' } });
    expect(await manage.remove(writer, 'own', 2)).toMatchObject({ error: { code: 'precondition_failed' } });
    expect(house.actions).toEqual(['policy.put own']);
  });

  it('refuses more than an organisation may have in all its texts, and lets one be put in the place of another', async () => {
    const { house, manage } = await setUp();
    const lines = (count: number) => ({ text: Array.from({ length: count }, (_, at) => `permit p${at}`).join('\n') });
    const shipped = 1;
    await manage.put(writer, 'one', lines(maxStatements - shipped), undefined);
    expect(await manage.put(writer, 'two', lines(1), undefined)).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining(`at most ${maxStatements}`) },
    });
    expect(await manage.put(writer, 'one', lines(1), undefined)).toMatchObject({ ok: true });
    expect(await manage.put(writer, 'two', lines(1), undefined)).toMatchObject({ ok: true });
    expect(house.actions).toHaveLength(3);
  });

  it('refuses a text that cannot be read, with every problem', async () => {
    const { manage } = await setUp();
    expect(await manage.put(writer, 'own', { text: 'permit' }, undefined)).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/text', message: 'line 1, column 1: not understood' }] },
    });
    expect(manage.get(writer, 'own').ok).toBe(false);
  });

  it.each([
    ['without the scope', aCaller()],
    ['with a narrowed key', { ...writer, namespaces: ['acme'] }],
    ['without an organisation', { ...writer, organisationId: null }],
  ])('is not done %s', async (_, caller) => {
    const { manage } = await setUp();
    expect(await manage.put(caller, 'own', body, undefined)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await manage.remove(caller, 'own', undefined)).toMatchObject({ error: { code: 'forbidden' } });
  });

  it('shows nobody what others have put', async () => {
    const { manage } = await setUp();
    await manage.put(writer, 'own', body, undefined);
    const other = aCaller({ organisationId: 'org-other' }, ['policies:write']);
    expect(manage.get(other, 'own').ok).toBe(false);
    expect(await manage.versions(other, 'own')).toMatchObject({ error: { code: 'not_found' } });
    expect(await manage.remove(other, 'own', undefined)).toMatchObject({ error: { code: 'not_found' } });
    expect(await manage.versions(other, 'default')).toEqual({ ok: true, value: [] });
  });

  it('has a bound', async () => {
    const { manage } = await setUp();
    for (let n = 0; n < maxPolicies; n += 1) await manage.put(writer, `p${n}`, body, undefined);
    expect(await manage.put(writer, 'more', body, undefined)).toMatchObject({ error: { code: 'conflict' } });
  });
});
