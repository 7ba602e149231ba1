import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { HostFunction, ToolTemplate } from '@assay/contracts';
import { ExportTools } from '@assay/creation';
import { aMadeTool } from '@assay/creation/testing';
import { ok } from '@assay/kernel';
import { aCaller } from '@assay/registry/testing';
import { pyodideVersion } from '@assay/sandbox';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

let folder: string;
let service: Server;
let at: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-exports-')));
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'rates.json'), '{"eur": 2}');
  await writeFile(join(folder, 'secret'), 'no');
  await symlink(join(folder, 'secret'), join(folder, 'data', 'link'));
  service = createServer((request, response) => response.end(`${request.method} ${request.url}`)).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((listening) => service.once('listening', listening));
  at = `127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(async () => {
  service.close();
  await rm(folder, { recursive: true });
});

const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

/** Writes the package of a tool, runs its tests, and calls it over MCP. */
async function exported(
  parts: Partial<ToolTemplate>,
  [granted, functions]: readonly [number, readonly HostFunction[]],
  inputs: readonly Record<string, unknown>[],
): Promise<CallToolResult[]> {
  const made = aMadeTool();
  const template = { ...made.template, inputSchema: { type: 'object' }, outputSchema: text, ...parts };
  const tier = { granted, why: 'It reads.', functions: [...functions] };
  const tools = new ExportTools({
    promoting: { find: async () => ok({ ...made, template, report: { ...made.report, tier } }) },
    ...{ dependencies: { allowed: [] }, plainCode: (code) => ok(code) },
    ...{ mcpVersion: '*', pythonVersion: pyodideVersion },
  });
  const written = await tools.run(aCaller(), made.id);
  if (!written.ok) throw new Error(written.error.message);
  const cwd = await mkdtemp(join(folder, 'package-'));
  for (const file of written.value.files) await writeFile(join(cwd, file.path), file.text);
  // In the place of npm install.
  await symlink(resolve('node_modules'), join(cwd, 'node_modules'));
  const tested = await promisify(execFile)(process.execPath, ['--test'], { cwd });
  expect(tested.stdout).toMatch(new RegExp(`pass ${template.tests.length}\\b`));
  const client = new Client({ name: 'test', version: '1.0.0' });
  const env = { UNIT: 'eur', OTHER: 'no' };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: ['server.mjs'], cwd, env }));
  const results: CallToolResult[] = [];
  for (const input of inputs)
    results.push((await client.callTool({ name: template.name, arguments: input })) as CallToolResult);
  await client.close();
  return results;
}

const textsOf = (results: readonly CallToolResult[]) =>
  results.map(({ content, structuredContent }) => {
    const { text: structured } = (structuredContent ?? {}) as { readonly text?: string };
    return structured ?? (content[0] as { text: string }).text;
  });

describe('an exported tool', () => {
  it('of tier 1 reads its folders and variables, and no others', async () => {
    const path = join(folder, 'data', 'rates.json');
    const answers = [
      { call: 'files.read' as const, argument: path, value: '{"eur": 3}' },
      { call: 'env.get' as const, argument: 'UNIT', value: 'eur' },
    ];
    const results = await exported(
      {
        code: `export default async ({ path, name = 'UNIT' }, host) => {
  try { return { text: String(JSON.parse(await host.files.read(path))[await host.env.get(name)]) }; }
  catch (error) { if (error instanceof ToolError) return { text: error.code }; throw error; }
};`,
        access: { folders: [join(folder, 'data')], variables: ['UNIT'] },
        tests: [{ name: 'one', input: { path }, output: { text: '3' }, answers }],
      },
      [1, ['files.read', 'env.get']],
      [{ path }, { path: join(folder, 'data', 'link') }, { path: join(folder, 'none') }, { path, name: 'OTHER' }],
    );
    expect(textsOf(results)).toEqual(['2', 'denied', 'not_found', 'denied']);
  });

  it('of tier 2 calls its hosts, and no others', async () => {
    const url = `http://${at}/milk`;
    const results = await exported(
      {
        code: `export default async ({ url, body }, host) => {
  const answer = body === undefined ? await host.http.get(url) : await host.http.send({ url, body });
  return { text: answer.body };
};`,
        access: { hosts: [at] },
        tests: [
          {
            ...{ name: 'one', input: { url }, output: { text: 'A' } },
            answers: [{ call: 'http.get', argument: url, value: { status: 200, headers: {}, body: 'A' } }],
          },
        ],
      },
      [2, ['http.get', 'http.send']],
      [{ url }, { url, body: { a: 1 } }, { url: 'http://127.0.0.1:1/' }],
    );
    expect(textsOf(results)).toEqual(['GET /milk', 'POST /milk', expect.stringContaining('127.0.0.1:1 is not among')]);
    expect(results[2]?.isError).toBe(true);
  });

  it('in Python runs in Pyodide, with the same host', async () => {
    const path = join(folder, 'data', 'rates.json');
    const results = await exported(
      {
        ...{ language: 'python', access: { folders: [join(folder, 'data')] } },
        code: `import json

async def run(input, host):
    if input["path"] == "":
        raise ValueError("no path")
    try:
        return {"text": str(json.loads(await host.files.read(input["path"]))["eur"])}
    except ToolError as error:
        return {"text": error.code}
`,
        tests: [
          {
            ...{ name: 'one', input: { path }, output: { text: '3' } },
            answers: [{ call: 'files.read', argument: path, value: '{"eur": 3}' }],
          },
          { name: 'none', input: { path: '' }, throws: 'no path' },
        ],
      },
      [1, ['files.read']],
      [{ path }, { path: join(folder, 'secret') }, { path: '' }],
    );
    expect(textsOf(results)).toEqual(['2', 'denied', 'no path']);
    expect(results[2]?.isError).toBe(true);
  });
});
