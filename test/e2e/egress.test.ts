import type { Problem } from '@assay/contracts';
import { type HttpUpstream, startUpstreamHttp } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type House, startHouse } from './house.js';
import { importServer, propose } from './importing.js';

let remote: HttpUpstream;
let redirecting: HttpUpstream;
beforeAll(async () => {
  [remote, redirecting] = await Promise.all([startUpstreamHttp(), startUpstreamHttp('redirects')]);
});
afterAll(() => Promise.all([remote.stop(), redirecting.stop()]));

async function inHouse(env: Record<string, string>, run: (house: House) => Promise<void>): Promise<void> {
  const house = await startHouse({ ASSAY_KITS: 'files', ...env });
  try {
    await house.admin.post('/v1/namespaces', { name: 'acme' });
    await run(house);
  } finally {
    await house.stop();
  }
}

describe('a server that others can reach', () => {
  it('calls no private address, by import or by call, and says who may allow it', () =>
    inHouse({ HOST: '0.0.0.0' }, async ({ admin }) => {
      const port = new URL(remote.url).port;
      const hosts = [
        '127.0.0.1',
        'localhost',
        '[::1]',
        '169.254.169.254',
        '10.0.0.1',
        '[::ffff:127.0.0.1]',
        '2130706433',
        '0x7f.1',
      ];
      for (const host of hosts) {
        const { status, body } = await propose(admin, 'acme', { url: `http://${host}:${port}/mcp` });
        expect({ host, status, code: body.code }).toEqual({ host, status: 403, code: 'address_forbidden' });
        expect(body.detail).toMatch(/ASSAY_EGRESS_ALLOW/);
      }
      expect((await admin.get('/v1/servers')).body).toMatchObject({ items: [{ name: 'assay/files' }] });
      const mcp = { url: remote.url };
      await admin.post('/v1/servers', { name: 'acme/remote', mcp });
      const manifest = { name: 'acme/echo', version: '1.0.0', description: 'Echo', inputSchema: {}, protocol: 'mcp' };
      await admin.post('/v1/tools', { ...manifest, endpoint: { server: 'acme/remote', tool: 'echo' } });
      const called = await admin.post<Problem>('/v1/invocations', { tool: 'acme/echo', input: { message: 'x' } });
      expect(called).toMatchObject({ status: 403, body: { code: 'address_forbidden', invocationStatus: 'denied' } });
    }));

  it('calls what its operator allowed', () =>
    inHouse({ HOST: '0.0.0.0', ASSAY_EGRESS_ALLOW: '127.0.0.0/8' }, async ({ admin }) => {
      expect(await importServer(admin, 'acme', { url: remote.url }, 'remote')).toContain('acme/remote.echo');
    }));
});

describe('a server on this machine only', () => {
  it('calls this machine, but neither its own database nor where a redirect points', () =>
    inHouse({}, async ({ admin, application }) => {
      expect((await propose(admin, 'acme', { url: remote.url })).status).toBe(201);
      const { host } = new URL(process.env.ASSAY_TEST_DATABASE_URL ?? 'postgres://127.0.0.1:5432');
      const database = await propose(admin, 'acme', { url: `http://${host}/mcp` });
      if (process.env.ASSAY_TEST_DATABASE_URL)
        expect(database).toMatchObject({ status: 403, body: { code: 'address_forbidden' } });
      const redirected = await propose(admin, 'acme', { url: redirecting.url });
      expect(redirected).toMatchObject({ status: 502, body: { code: 'upstream_error' } });
      expect((await propose(admin, 'acme', { url: 'http://10.0.0.1/mcp' })).body.code).toBe('address_forbidden');
      expect(application.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    }));
});
