import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { clientNames } from '../connect/client-setups.js';
import { assay, emptyFolder, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

describe('connect', () => {
  it('shows how a client is pointed at the gateway, without the key', async () => {
    const { out, err, asked } = await assay(['connect', '--key', 'sk-secret']);
    expect(JSON.parse(out)).toEqual({
      mcpServers: {
        assay: {
          type: 'http',
          url: 'http://127.0.0.1:3000/mcp',
          headers: { Authorization: expect.stringMatching(/^Bearer \$\{ASSAY_API_KEY\}$/) },
        },
      },
    });
    expect(err).toContain('Set ASSAY_API_KEY');
    expect(out + err).not.toContain('sk-secret');
    expect(asked).toEqual([]);
  });

  it.each(clientNames)('knows %s, and points it at a toolset', async (client) => {
    const { out, code } = await assay(['connect', '--client', client, '--toolset', 'desk', '--url', 'http://a.test']);
    expect(code).toBe(0);
    expect(out).toMatch(
      client === 'claude-desktop' ? /"--toolset",\s+"desk"/ : /http:\/\/a\.test\/mcp\/toolsets\/desk/,
    );
    expect(out).toMatch(/\bdesk"?\]?:?/);
  });

  it('points at a whole server', async () => {
    const { out } = await assay(['connect', '--client', 'codex', '--server', 'acme/orders', '--json']);
    const { url, content } = JSON.parse(out) as { url: string; content: string };
    expect(url).toBe('http://127.0.0.1:3000/mcp/servers/acme/orders');
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
