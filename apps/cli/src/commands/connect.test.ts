import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { clientNames } from '../connect/client-setups.js';
import { assay, emptyFolder, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const created = { id: 'k1', key: 'ask_of-agent', prefix: 'ask_of' };
const answers = { 'POST /v1/keys': created };

describe('the key of a client', () => {
  it('is of kind agent, in a file of its own, and not the one of the person who connects it', async () => {
    const words = ['connect', '--client', 'claude-desktop', '--key', 'sk-admin'];
    const { home, out, err, asked } = await assay(words, { answers });
    expect(asked[0]?.body).toEqual({ principal: { kind: 'agent', name: 'claude-desktop' }, role: 'caller' });
    const file = join(home, '.config/assay/keys/127.0.0.1-3000/claude-desktop.key');
    expect(await readFile(file, 'utf8')).toBe('ask_of-agent\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(out).mcpServers.assay).toEqual({
      command: '/opt/node',
      args: ['/opt/assay/bin/assay.mjs', 'mcp', '--url', 'http://127.0.0.1:3000', '--api-key-file', file],
    });
    expect(err).toContain('Made the key of agent "claude-desktop"');
    expect(out + err).not.toMatch(/sk-admin|ask_of-agent|npx/);
  });

  it('is made once, and again when the server no longer knows it', async () => {
    const me = { principal: { id: 'p', kind: 'agent', name: 'cursor' }, organisation: 'default', scopes: [] };
    const words = ['connect', '--client', 'cursor', '--key', 'sk-admin'];
    const { home } = await assay(words, { answers });
    const known = await assay(words, { answers: { ...answers, 'GET /v1/me': me }, env: { HOME: home } });
    expect(known.asked.map(({ line, key }) => [line, key])).toEqual([['GET /v1/me', 'Bearer ask_of-agent']]);
    expect(known.err).toContain('Uses the key of agent "cursor"');
    const refused = { ...answers, 'GET /v1/me': problem(401, 'unauthenticated', 'Unknown key.') };
    expect((await assay(words, { answers: refused, env: { HOME: home } })).err).toContain('Made the key');
  });

  it('is not made when it shall not be', async () => {
    const { asked, err } = await assay(['connect', '--no-make-key', '--agent', 'desk']);
    expect(asked).toEqual([]);
    expect(err).toContain('assay keys create desk --kind agent');
  });

  it('is read from its file', async () => {
    const cwd = await emptyFolder();
    await writeFile(join(cwd, 'a.key'), 'of-file\n');
    const { asked } = await assay(['me', '--api-key-file', 'a.key'], { cwd, env: { ASSAY_API_KEY: 'of-env' } });
    expect(asked[0]?.key).toBe('Bearer of-file');
    expect(await assay(['me', '--api-key-file', 'none'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining('ENOENT'),
    });
  });
});

describe('connect', () => {
  it('shows how a client is pointed at the gateway, without the key', async () => {
    const { out, err, asked } = await assay(['connect', '--key', 'sk-secret']);
    expect(JSON.parse(out)).toEqual({
      mcpServers: {
        assay: {
          type: 'http',
          url: 'http://127.0.0.1:3000/mcp?auth=required',
          headers: { Authorization: expect.stringMatching(/^Bearer \$\{ASSAY_API_KEY\}$/) },
        },
      },
    });
    expect(err).toContain('assay keys create mcp-client --kind agent --role caller');
    expect(out + err).not.toContain('sk-secret');
    expect(asked.map(({ line }) => line)).toEqual(['POST /v1/keys']);
  });

  it.each(clientNames)('knows %s, and points it at a toolset', async (client) => {
    const { out, code } = await assay(['connect', '--client', client, '--toolset', 'desk', '--url', 'http://a.test']);
    expect(code).toBe(0);
    expect(out).toMatch(
      client === 'claude-desktop' ? /"--toolset",\s+"desk"/ : /http:\/\/a\.test\/mcp\/toolsets\/desk\?auth=required/,
    );
    expect(out).toMatch(/\bdesk"?\]?:?/);
  });

  it('points at a whole server', async () => {
    const { out } = await assay(['connect', '--client', 'codex', '--server', 'acme/orders', '--json']);
    const { url, content } = JSON.parse(out) as { url: string; content: string };
    expect(url).toBe('http://127.0.0.1:3000/mcp/servers/acme/orders?auth=required');
    expect(content).toContain('[mcp_servers."orders"]');
  });

  it('writes beside what is there, and again over its own', async () => {
    const cwd = await emptyFolder();
    await mkdir(join(cwd, '.vscode'));
    const file = join(cwd, '.vscode/mcp.json');
    await writeFile(file, '{"servers": {"other": {"url": "http://b.test"}}, "inputs": [{"id": "other-key"}]}');
    for (let n = 0; n < 2; n += 1) await assay(['connect', '--client', 'vscode', '--write'], { cwd });
    const written = JSON.parse(await readFile(file, 'utf8')) as { servers: object; inputs: { id: string }[] };
    expect(Object.keys(written.servers)).toEqual(['other', 'assay']);
    expect(written.inputs.map((it) => it.id)).toEqual(['other-key', 'assay-key']);
  });

  it('leaves a file alone that it cannot read', async () => {
    const cwd = await emptyFolder();
    const text = '{ "mcpServers": {}, // mine\n}';
    await writeFile(join(cwd, '.mcp.json'), text);
    const { code, err } = await assay(['connect', '--client', 'claude-code', '--write'], { cwd });
    expect(code).toBe(2);
    expect(err).toContain('is not valid JSON');
    expect(await readFile(join(cwd, '.mcp.json'), 'utf8')).toBe(text);
  });

  it.each([
    [['--toolset', 'desk', '--server', 'acme/orders'], 'either --toolset or --server'],
    [['--client', 'claude-desktop', '--server', 'acme/orders'], 'choose another client'],
    [['--client', 'codex', '--write'], 'is not valid JSON'],
    [['--client', 'none'], 'Allowed choices'],
  ])('is wrong usage: %j', async (words, said) => {
    const { code, err } = await assay(['connect', ...words]);
    expect(code).toBe(2);
    expect(err).toContain(said);
  });
});
