import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { KeyView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { atLocalhost, type Browser } from '../fixtures/browser.js';
import { signingInPython } from '../fixtures/client-programs.js';
import { beginIn, decideIn, signedIn } from '../fixtures/oauth-flow.js';
import { type House, startHouse } from './house.js';

const python = signingInPython();
const withPython = python === undefined ? it.skip : it;
const proxy = createRequire(import.meta.url).resolve('mcp-remote/dist/proxy.js');

describe('other clients sign in, list and call', () => {
  let house: House;
  let person: Browser;
  let folder: string;
  /** With `?auth=required`, as `assay connect` writes it for clients that sign in only while they connect. */
  let address: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-clients-'));
    house = await startHouse();
    person = await signedIn(house.url, house.admin, 'ann', ['caller']);
    address = `${atLocalhost(house.url)}/mcp?auth=required`;
  }, 120_000);
  afterAll(async () => {
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Where the person's browser is sent after consent. */
  const consented = async (url: string): Promise<string> =>
    (await decideIn(person, await beginIn(person, url), { decision: 'allow' })).href;
  const clientNames = async () =>
    (await person.get<{ items: KeyView[] }>('/v1/keys')).body.items.map(({ client }) => client?.name);

  withPython(
    python === undefined ? 'the Python client (not installed: .ci/mcp-clients)' : `the Python client, ${python.title}`,
    async () => {
      const [program = '', ...args] = python?.command ?? [];
      const child = spawn(program, [...args, address], { stdio: ['pipe', 'pipe', 'pipe'] });
      let problem = '';
      child.stderr.on('data', (chunk) => (problem += chunk));
      const said: Record<string, unknown> = {};
      for await (const line of createInterface({ input: child.stdout })) {
        const answer = JSON.parse(line) as { visit?: string };
        Object.assign(said, answer);
        if (answer.visit !== undefined) child.stdin.write(`${await consented(answer.visit)}\n`);
      }
      expect([said.tools, problem]).toEqual([
        expect.arrayContaining(['search_tools', 'call_tool']),
        expect.any(String),
      ]);
      expect(said.content).toEqual([expect.objectContaining({ type: 'text' })]);
      expect(await clientNames()).toContain('The Python client');
    },
    120_000,
  );

  it('mcp-remote, which connects clients that only start commands', async () => {
    const env = { HOME: folder, MCP_REMOTE_CONFIG_DIR: folder, PATH: dirname(process.execPath) };
    const args = [proxy, address, '--transport', 'http-only'];
    const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' });
    const client = new Client({ name: 'only-commands', version: '1.0.0' });
    let log = '';
    const visited = new Promise<string>((resolve, reject) => {
      transport.stderr?.on('data', (chunk) => {
        log += chunk;
        const url = /https?:\S+\/oauth\/authorize\?\S+/.exec(log)?.[0];
        if (url !== undefined) resolve(url);
      });
      transport.stderr?.on('end', () => reject(new Error(log)));
    });
    const connected = client.connect(transport, { timeout: 60_000 });
    const back = await consented(await Promise.race([visited, connected.then(() => visited)]));
    expect((await fetch(back)).status).toBe(200);
    await connected;
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('search_tools');
    const found = await client.callTool({ name: 'search_tools', arguments: { query: 'send mail' } });
    expect(found.isError).not.toBe(true);
    await client.close();
    expect((await clientNames()).filter((name) => name !== undefined && /mcp/i.test(name ?? ''))).not.toEqual([]);
  }, 120_000);
});
