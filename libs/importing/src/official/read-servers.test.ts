import { smallRegistry } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { ReadServers } from './read-servers.js';
import { isShown } from './registry-server.js';

async function filled() {
  const registry = await smallRegistry();
  await registry.must();
  await registry.must({ version: '2.0.0' });
  await registry.must({ name: 'com.example/zeta' });
  return { ...registry, read: new ReadServers(registry.store) };
}

describe('reading servers', () => {
  it('returns page after page', async () => {
    const { read } = await filled();
    const first = await read.list({ limit: 2 });
    expect(first).toMatchObject({ ok: true, value: { nextCursor: 'com.example/server:2.0.0' } });
    const rest = await read.list({ limit: 2, cursor: 'com.example/server:2.0.0' });
    expect(rest.ok && rest.value.servers.map(({ name }) => name)).toEqual(['com.example/zeta']);
    expect(rest).toMatchObject({ value: { nextCursor: null } });
    expect(await read.list({ limit: 30, cursor: '' })).toMatchObject({ value: { nextCursor: null } });
  });

  it('accepts versions with colons as cursors, and rejects invalid cursors', async () => {
    const { read } = await filled();
    expect((await read.list({ limit: 1, cursor: 'com.example/server:a:b' })).ok).toBe(true);
    for (const cursor of ['nothing', ':1', 'a\u0000b:1'])
      expect(await read.list({ limit: 1, cursor })).toMatchObject({ error: { code: 'malformed_request' } });
  });

  it('hides deleted versions, except from clients who request changes', async () => {
    const { read, setStatus } = await filled();
    await setStatus('2.0.0', { status: 'deleted' });
    const names = async (query: object) => {
      const page = await read.list({ limit: 30, ...query });
      return page.ok ? page.value.servers.map(({ version, status }) => `${version} ${status}`) : page.error.message;
    };
    expect(await names({})).toEqual(['1.0.0 active', '1.0.0 active']);
    expect(await names({ include_deleted: true })).toContain('2.0.0 deleted');
    expect(await names({ updated_since: '2020-01-01T00:00:00Z' })).toContain('2.0.0 deleted');
    expect(await names({ updated_since: '2020-01-01T00:00:00Z', include_deleted: false })).toContain('Cannot set');
    expect((await read.one('com.example/server', '2.0.0', false)).ok).toBe(false);
    expect((await read.one('com.example/server', '2.0.0', true)).ok).toBe(true);
    expect(await read.one('com.example/server', 'latest', false)).toMatchObject({ value: { version: '1.0.0' } });
    const versions = await read.versions('com.example/server', false);
    expect(versions.ok && versions.value.length).toBe(1);
    expect(await read.versions('com.example/none', true)).toMatchObject({
      error: { code: 'not_found', message: 'Server not found' },
    });
  });

  it('reads times of RFC 3339 and nothing else', async () => {
    const { read } = await filled();
    for (const updated_since of [
      '2025-08-07T13:15:04.280Z',
      '2025-08-07t13:15:04z',
      '2025-08-07T13:15:04.123456789+02:00',
      '2025-08-07T13:15:04 02:00',
    ])
      expect([updated_since, (await read.list({ limit: 1, updated_since })).ok]).toEqual([updated_since, true]);
    for (const updated_since of [
      'yesterday',
      '2025-08-07',
      '2025-13-07T13:15:04Z',
      '2025-02-30T13:15:04Z',
      '2025-02-00T13:15:04Z',
      '2025-02-01T24:15:04Z',
      '1700000000',
      '2025-08-07T13:15:04',
    ])
      expect([updated_since, (await read.list({ limit: 1, updated_since })).ok]).toEqual([updated_since, false]);
  });

  it('finds nothing under a name that no server can have', async () => {
    const { read } = await filled();
    expect((await read.one('a\u0000b', 'latest', true)).ok).toBe(false);
    expect((await read.one('com.example/server', '\u0000', true)).ok).toBe(false);
    expect((await read.versions('\u0000', true)).ok).toBe(false);
  });

  it('shows versions that are neither deleted nor revoked', () => {
    const revocation = { id: 'r', reason: 'bad', at: 1 };
    expect(isShown({ status: 'deprecated', revocation: null })).toBe(true);
    expect(isShown({ status: 'deleted', revocation: null })).toBe(false);
    expect(isShown({ status: 'active', revocation })).toBe(false);
  });
});
