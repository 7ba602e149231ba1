import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegistryServerView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, emptyFolder, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const view: RegistryServerView = {
  server: {
    name: 'com.example/weather',
    version: '1.2.0',
    description: 'Tells the weather.',
    remotes: [{ type: 'streamable-http', url: 'https://weather.example.com/mcp' }],
    packages: [{ registryType: 'npm', identifier: '@example/weather', version: '1.2.0', transport: { type: 'stdio' } }],
  },
  _meta: {
    'io.modelcontextprotocol.registry/official': {
      status: 'deprecated',
      statusMessage: 'use 2.0.0',
      publishedAt: '2026-11-22T00:00:00.000Z',
      isLatest: true,
    },
    'io.assay/registry': {
      tools: [{ name: 'com.example/weather.now', version: '1.0.0', stage: 'BETA', trust: { score: 0.61 } }],
    },
  },
};
const at = '/v0.1/servers/com.example%2Fweather';

async function documentOf(content: object): Promise<string> {
  const file = join(await emptyFolder(), 'server.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

describe('registry', () => {
  it('lists the latest versions, or all of those that match', async () => {
    const answers = {
      'GET /v0.1/servers?limit=30&version=latest': { servers: [view], metadata: { count: 1 } },
      'GET /v0.1/servers?limit=5&search=weather&include_deleted=true': {
        servers: [view],
        metadata: { nextCursor: 'com.example/weather:1.2.0', count: 1 },
      },
      'GET /v0.1/servers?limit=30&search=none&version=latest': { servers: [], metadata: { count: 0 } },
    };
    const all = await assay(['registry'], { answers });
    expect(all).toMatchObject({ code: 0, err: '' });
    expect(all.out).toMatch(/com\.example\/weather +1\.2\.0 +deprecated +Tells the weather\./);
    const found = await assay(['registry', 'list', 'weather', '--all', '--deleted', '--limit', '5'], { answers });
    expect(found.err).toContain('--cursor com.example/weather:1.2.0');
    expect((await assay(['registry', 'list', 'none'], { answers })).out).toContain('assay registry publish');
  });

  it('shows a server with its status, its addresses and its tools', async () => {
    const answers = { [`GET ${at}/versions/latest`]: view, [`GET ${at}/versions/1.2.0%2Ba`]: view };
    const { code, out } = await assay(['registry', 'show', 'com.example/weather'], { answers });
    expect(code).toBe(0);
    for (const text of [
      'deprecated, the latest: use 2.0.0',
      'https://weather.example.com/mcp (streamable-http)',
      'npm:@example/weather@1.2.0',
      'com.example/weather.now@1.0.0 (BETA, trust 0.61)',
    ])
      expect(out).toContain(text);
    const json = await assay(['registry', 'show', 'com.example/weather@1.2.0+a', '--json'], { answers });
    expect(JSON.parse(json.out)).toEqual(view);
  });

  it('publishes a document, and passes on what is wrong with it', async () => {
    const file = await documentOf(view.server);
    const published = await assay(['registry', 'publish', file], { answers: { 'POST /v0.1/publish': view } });
    expect(published).toMatchObject({ code: 0, out: 'Published com.example/weather@1.2.0 for everyone.\n' });
    expect(published.asked[0]?.body).toEqual(view.server);
    const errors = [{ message: 'invalid version: cannot publish duplicate version', location: 'body.version' }];
    const refused = await assay(['registry', 'publish', file], {
      answers: { 'POST /v0.1/publish': problem(400, 'invalid_manifest', 'Failed to publish server', { errors }) },
    });
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('body.version');
    expect(refused.err).toContain('cannot publish duplicate version');
  });

  it('says what publishing would find, and fails when it would fail', async () => {
    const file = await documentOf({});
    const issue = { type: 'semantic', path: 'version', message: 'no range', severity: 'error', reference: 'r' };
    const wrong = await assay(['registry', 'validate', file], {
      answers: { 'POST /v0.1/validate': { valid: false, issues: [issue] } },
    });
    expect(wrong).toMatchObject({ code: 1, out: 'This cannot be published yet.\n  error version: no range\n' });
    const right = await assay(['registry', 'validate', file], {
      answers: { 'POST /v0.1/validate': { valid: true, issues: [] } },
    });
    expect(right).toMatchObject({ code: 0, out: 'This can be published.\n' });
  });

  it('changes the status of one version or of all', async () => {
    const answers = {
      [`PATCH ${at}/versions/1.2.0/status`]: view,
      [`PATCH ${at}/status`]: { updatedCount: 2, servers: [view, view] },
    };
    const argv = ['registry', 'status', 'com.example/weather@1.2.0', 'deprecated', '--message', 'use 2.0.0'];
    const one = await assay(argv, { answers });
    expect(one).toMatchObject({ code: 0, out: 'deprecated: 1 version of com.example/weather.\n' });
    expect(one.asked[0]?.body).toEqual({ status: 'deprecated', statusMessage: 'use 2.0.0' });
    const all = await assay(['registry', 'status', 'com.example/weather', 'deleted'], { answers });
    expect(all).toMatchObject({ out: 'deleted: 2 versions of com.example/weather.\n' });
    expect(all.asked[0]?.body).toEqual({ status: 'deleted' });
  });

  it.each([
    ['a name without a slash', ['show', 'weather']],
    ['a status there is not', ['status', 'com.example/weather', 'gone']],
    ['a limit that is too high', ['list', '--limit', '101']],
    ['no file', ['publish', 'nowhere.json']],
  ])('refuses %s as wrong usage', async (_case, argv) => {
    expect(await assay(['registry', ...argv])).toMatchObject({ code: 2, asked: [] });
  });
});
