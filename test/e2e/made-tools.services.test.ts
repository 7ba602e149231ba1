import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope, MadeToolView } from '@assay/contracts';
import { detectIsolation } from '@assay/isolation';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

const support = await detectIsolation();
const whereIsolated = support.kind === 'bubblewrap' ? describe : describe.skip;

let house: House;
let folder: string;
let prices: Server;
let at: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-rates-')));
  writeFileSync(join(folder, 'rates.json'), '{"eur": 2}');
  prices = createServer((request, response) => response.end(`price of ${request.url}`)).listen(0, '127.0.0.1');
  await new Promise((resolve) => prices.once('listening', resolve));
  at = `127.0.0.1:${(prices.address() as AddressInfo).port}`;
  house = await startHouse({ ASSAY_CODE_FOLDERS: folder, ASSAY_CODE_HOSTS: at, ASSAY_CODE_VARIABLES: 'UNIT=eur' });
});
afterAll(async () => {
  await house.stop();
  prices.close();
  rmSync(folder, { recursive: true, force: true });
});

type Made = MadeToolView & Refusal & { readonly report?: MadeToolView['report'] };
const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

async function make(template: object) {
  const base = { description: 'A tool that uses the host', language: 'javascript', outputSchema: text };
  return (await house.as('maker')).post<Made>('/v1/made-tools', { ...base, ...template });
}
const call = async (tool: string, input: object) =>
  (await house.as('maker')).post<Envelope & Refusal>('/v1/invocations', { tool, input });

whereIsolated('made tools of higher tiers', () => {
  it('read declared folders and variables in tier 1', async () => {
    const path = join(folder, 'rates.json');
    const answers = [
      { call: 'files.read', argument: path, value: '{"eur": 3}' },
      { call: 'env.get', argument: 'UNIT', value: 'eur' },
    ];
    const { status, body } = await make({
      name: 'rate',
      inputSchema: { type: 'object', properties: { path: { type: 'string', enum: [path, '/etc/hostname'] } } },
      code: `export default async ({ path = ${JSON.stringify(path)} }, { files, env }) =>
        ({ text: String(JSON.parse(await files.read(path))[await env.get('UNIT')]) });`,
      access: { folders: [folder], variables: ['UNIT'] },
      tests: ['a', 'b', 'c'].map((name) => ({ name, input: { path }, output: { text: '3' }, answers })),
    });
    expect([status, body.tier, body.report?.tier.why]).toEqual([201, 1, expect.stringContaining('host.')]);
    expect((await call(body.tool, { path })).body.output).toEqual({ text: '2' });
    const outside = await call(body.tool, { path: '/etc/hostname' });
    expect([outside.status, outside.body.detail]).toEqual([
      502,
      expect.stringContaining('not in a folder of this run'),
    ]);
  });

  it('call hosts on the list in tier 2, and declare no others', async () => {
    const url = `http://${at}/milk`;
    const template = {
      name: 'price',
      inputSchema: { type: 'object', properties: { url: { type: 'string', const: url } }, required: ['url'] },
      code: 'export default async ({ url }, host) => ({ text: (await host.http.get(url)).body });',
      tests: ['a', 'b', 'c'].map((name) => ({
        ...{ name, input: { url }, output: { text: 'one' } },
        answers: [{ call: 'http.get', argument: url, value: { status: 200, headers: {}, body: 'one' } }],
      })),
    };
    const refused = await make({ ...template, access: { hosts: ['example.org'] } });
    expect([refused.status, refused.body.report?.static.findings.map(({ rule }) => rule)]).toEqual([
      ...[422, ['access-not-listed']],
    ]);
    const { body } = await make({ ...template, access: { hosts: [at] } });
    expect([body.tier, body.report?.tier.functions]).toEqual([2, ['http.get']]);
    expect((await call(body.tool, { url })).body.output).toEqual({ text: 'price of /milk' });
  });

  it('reach what a call names in tier 3, after a person has approved that call', async () => {
    const other = realpathSync(mkdtempSync(join(tmpdir(), 'assay-named-')));
    const path = join(other, 'once.txt');
    writeFileSync(path, 'once');
    const access = { folders: [other] };
    const { body } = await make({
      name: 'once',
      inputSchema: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          access: { type: 'object', properties: { folders: { type: 'array', items: { type: 'string' } } } },
        },
        required: ['path', 'access'],
      },
      code: 'export default async ({ path }, host) => ({ text: await host.files.read(path) });',
      tests: ['a', 'b', 'c'].map((name) => ({
        ...{ name, input: { path, access }, output: { text: 'A' } },
        answers: [{ call: 'files.read', argument: path, value: 'A' }],
      })),
    });
    expect([body.tier, body.report?.tier.why]).toEqual([3, expect.stringContaining('each call names where')]);
    const waiting = await call(body.tool, { path, access });
    expect([waiting.status, waiting.body.status]).toEqual([202, 'awaiting_approval']);
    await house.admin.post(`/v1/approvals/${waiting.body.approval?.id}/decision`, { decision: 'approve' });
    const maker = await house.as('maker');
    const output = await eventually(async () => {
      const { body: envelope } = await maker.get<Envelope>(`/v1/invocations/${waiting.body.id}`);
      return envelope.output ?? (envelope.status === 'failed' ? envelope : undefined);
    }, 'the approved call has ended');
    expect(output).toEqual({ text: 'once' });
    expect((await call(body.tool, { path, access })).status).toBe(202);
    rmSync(other, { recursive: true, force: true });
  });
});
