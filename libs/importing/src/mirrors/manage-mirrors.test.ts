import { SmallHouse } from '@assay/gateway/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemoryMirrorStore } from '../testing/in-memory-mirror-store.js';
import { InMemoryRegistryServerStore } from '../testing/in-memory-registry-server-store.js';
import { baseOf, ManageMirrors } from './manage-mirrors.js';

const admin = aCaller({}, ['admin']);
const url = 'https://registry.example';

async function setUp() {
  const house = await SmallHouse.open();
  const mirrors = new InMemoryMirrorStore();
  const servers = new InMemoryRegistryServerStore(house.clock.now);
  const manage = new ManageMirrors({
    ...house.identityPorts,
    mirrors,
    servers,
    source: { objection: async (it) => (it.includes('inner') ? 'That is inside.' : null) },
    isOwn: (it) => it === 'https://assay.example',
  });
  return { house, mirrors, manage };
}

describe('ManageMirrors', () => {
  it('adds a mirror that is due immediately, for any spelling of its address', async () => {
    const { house, manage } = await setUp();
    expect(await manage.add(admin, { url: `${url}/v0.1/servers/` })).toMatchObject({
      value: { url, everyMs: 600_000, nextAt: house.clock.now(), syncedTo: null, failures: 0 },
    });
    expect(house.actions).toEqual([`mirror.create ${url}`]);
  });

  it('gives a re-added mirror its former id, so that it recognises its entries', async () => {
    const { manage } = await setUp();
    const first = await manage.add(admin, { url });
    const id = first.ok ? first.value.id : '';
    expect(await manage.remove(admin, id)).toMatchObject({ ok: true });
    expect(await manage.find(admin, id)).toMatchObject({ error: { code: 'not_found' } });
    expect(await manage.add(admin, { url, everySeconds: 60 })).toMatchObject({ value: { id, everyMs: 60_000 } });
  });

  // what, address, code
  it.each([
    ['itself', 'https://assay.example/v0', 'invalid_request'],
    ['credentials in an address', 'https://ann:secret@registry.example', 'invalid_request'],
    ['what may not be reached', 'https://inner.example', 'address_forbidden'],
    ['a query', `${url}?x=1`, 'invalid_request'],
  ])('does not follow %s', async (_, wanted, code) => {
    const { manage } = await setUp();
    expect(await manage.add(admin, { url: wanted })).toMatchObject({ error: { code, issues: [{ path: '/url' }] } });
  });

  it('follows an address once', async () => {
    const { manage } = await setUp();
    await manage.add(admin, { url });
    expect(await manage.add(admin, { url: `${url}/` })).toMatchObject({ error: { code: 'conflict' } });
    expect(await manage.list(admin)).toMatchObject({ value: [{ url }] });
  });

  it.each([
    ['a publisher', aCaller()],
    ['an administrator of another organisation', aCaller({ organisationId: 'org-other' }, ['admin'])],
    ['a narrowed key', aCaller({}, ['admin'], ['acme'])],
  ])('is not for %s', async (_, caller) => {
    const { manage } = await setUp();
    for (const refused of [manage.add(caller, { url }), manage.list(caller), manage.remove(caller, 'x')])
      expect(await refused).toMatchObject({ error: { code: 'forbidden' } });
  });
});

it.each([
  ['https://a.example/', 'https://a.example'],
  ['https://a.example/v0.1/servers', 'https://a.example'],
  ['https://a.example/registry/v0/', 'https://a.example/registry'],
  ['https://a.example/#x', undefined],
])('finds in %s the base %s', (text, base) => {
  expect(baseOf(text)).toBe(base);
});
