import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const times = { createdAt: '2026-11-21T00:00:00Z', updatedAt: '2026-11-21T00:00:00Z' };
const health = { state: 'up', since: '2026-11-21T00:00:00Z', detail: null };
const api = {
  name: 'acme/billing',
  http: {
    url: 'https://billing.test/v2',
    headers: ['authorization', 'x-team'],
    query: ['key'],
    openapi: 'https://billing.test/openapi.json',
  },
  stateless: true,
  health,
  ...times,
};
const mcp = {
  name: 'acme/up',
  mcp: { command: 'npx', args: ['-y', 'up'], env: ['TOKEN'] },
  stateless: false,
  health,
  ...times,
};

describe('servers', () => {
  it('adds an HTTP API', async () => {
    const argv = ['servers', 'add', 'acme/billing', 'https://billing.test/v2', '--http', '--query', 'key=s3cret'];
    const { code, out, asked } = await assay(argv, { answers: { 'POST /v1/servers': api } });
    expect(code).toBe(0);
    expect(asked[0]?.body).toEqual({
      name: 'acme/billing',
      http: { url: 'https://billing.test/v2', query: { key: 's3cret' } },
    });
    expect(out).toMatch(/protocol +http/);
    expect(out).toMatch(/document +https:\/\/billing\.test\/openapi\.json/);
    expect((await assay(['servers', 'add', 'acme/x', 'https://x.test', '--query', 'a=b'])).code).toBe(2);
    expect((await assay([...argv, '--stateless'])).code).toBe(2);
  });

  it('lists both kinds by their address', async () => {
    const { out } = await assay(['servers'], {
      answers: { 'GET /v1/servers?limit=50': { items: [api, mcp], nextCursor: null } },
    });
    expect(out).toContain('https://billing.test/v2');
    expect(out).toContain('npx -y up');
  });

  it('gives an API other credentials, and says which are gone', async () => {
    const line = 'PATCH /v1/servers/acme/billing';
    const after = { ...api, http: { ...api.http, headers: ['authorization'], query: [] } };
    const answers = { 'GET /v1/servers/acme/billing': api, [line]: after };
    const { code, err, asked } = await assay(['servers', 'change', 'acme/billing', '--header', 'authorization=new'], {
      answers,
    });
    expect(code).toBe(0);
    expect(asked[1]).toMatchObject({
      line,
      body: { http: { url: api.http.url, headers: { authorization: 'new' }, openapi: api.http.openapi } },
    });
    expect(err).toContain('No longer sent (not given again): x-team, key');
  });

  it('moves an MCP server, or leaves it where it is', async () => {
    const answers = { 'GET /v1/servers/acme/up': mcp, 'PATCH /v1/servers/acme/up': mcp };
    const kept = await assay(['servers', 'change', 'acme/up', '--env', 'TOKEN=new'], { answers });
    expect(kept.asked[1]?.body).toEqual({ mcp: { command: 'npx', args: ['-y', 'up'], env: { TOKEN: 'new' } } });
    const moved = await assay(['servers', 'change', 'acme/up', 'https://up.test/mcp'], { answers });
    expect(moved.asked[1]?.body).toEqual({ mcp: { url: 'https://up.test/mcp' } });
    expect((await assay(['servers', 'change', 'acme/up', '--query', 'a=b'], { answers })).code).toBe(2);
  });
});
