import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiscoveryAnswer, Entry, Envelope, ReviewView } from '@assay/contracts';
import { type HttpUpstream, startUpstreamHttp } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { type House, startHouse } from './house.js';
import { changeableUpstream, confirm, importServer, propose } from './importing.js';

/** What happens to a manifest with the text: it is published, held for review (docs/findings.md), or refused. */
const outcomes = { published: 201, held: 202, refused: 422 } as const;

/** Text that real JSON can hold and that databases, digests and terminals stumble over. */
const texts: [string, string, keyof typeof outcomes][] = [
  ['nul', 'a\0b', 'held'],
  ['lone high surrogate', 'a\ud800b', 'refused'],
  ['lone low surrogate', '\udc00', 'refused'],
  ['line separators', '\u2028\u2029\r\n\t', 'published'],
  ['right-to-left override', '\u202eabc\u202c', 'held'],
  ['astral', '𝒳👩‍👩‍👧‍👦', 'published'],
  ['escapes', '\\ud800 \\u0000 " \\', 'published'],
];

let house: House;
let folder: string;
let remote: HttpUpstream;

beforeAll(async () => {
  house = await startHouse();
  folder = mkdtempSync(join(tmpdir(), 'assay-text-'));
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  remote = await startUpstreamHttp();
  await importServer(house.admin, 'acme', { url: remote.url }, 'remote');
});
afterAll(async () => {
  await house.stop();
  await remote.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(texts)('text with %s', (name, text, outcome) => {
  const tool = `acme/${name.replaceAll(' ', '-')}`;

  it(`in a manifest is ${outcome}, and what is accepted stays as it is, here and after a restart`, async () => {
    const manifest = httpManifest(tool, {
      title: text,
      description: text,
      inputSchema: { properties: { [text]: { const: text } } },
    });
    const { status, body } = await house.admin.post<Entry & ReviewView>('/v1/tools', manifest);
    expect(status).toBe(outcomes[outcome]);
    if (outcome === 'refused') return;
    if (outcome === 'held') {
      expect(body).toMatchObject({ kind: 'definition', subject: `${tool}@${manifest.version}`, state: 'open' });
      const decided = await house.admin.post(`/v1/reviews/${body.id}/decision`, { decision: 'approve' });
      expect(decided.status).toBe(200);
    }
    const before = await house.admin.get<Entry>(`/v1/tools/${tool}`);
    expect(before.body).toMatchObject(manifest);
    await house.restart();
    const after = await house.admin.get<Entry>(`/v1/tools/${tool}`);
    expect(after.body).toMatchObject({ ...manifest, manifestDigest: before.body.manifestDigest });
    expect((await house.admin.post('/v1/tools', manifest)).status).toBe(200);
    const { status: searched } = await house.admin.post<DiscoveryAnswer>('/v1/discover', { query: `order ${text}` });
    expect(searched).toBe(200);
  });

  it('goes through a call both ways, and its record can be read and verified', async () => {
    const { status, body } = await house.admin.post<Envelope>('/v1/invocations', {
      tool: 'acme/remote.echo',
      input: { message: text },
    });
    expect({ status, output: body.output }).toEqual({ status: 200, output: text });
    const shown = await house.admin.get<Envelope>(`/v1/invocations/${body.id}`);
    expect(shown).toMatchObject({ status: 200, body: { output: text, provenance: body.provenance } });
    expect((await house.admin.get('/v1/audit/verify')).body).toMatchObject({ ok: true });
  });

  it('in an address, a header or an argument is kept or refused, never a fault', async () => {
    const addresses = [
      { url: `http://127.0.0.1:9/${text}` },
      { url: 'http://127.0.0.1:9/', headers: { [text]: 'x' } },
      { url: 'http://127.0.0.1:9/', headers: { 'x-key': text } },
      { command: text },
      { command: process.execPath, args: ['-e', '0', text] },
      { command: process.execPath, args: ['-e', '0'], env: { [text]: text } },
    ];
    for (const [at, mcp] of addresses.entries()) {
      const registered = await house.admin.post('/v1/servers', { name: `${tool}-${at}`, mcp });
      expect({ mcp, ok: [201, 422].includes(registered.status) }).toEqual({ mcp, ok: true });
      const { status } = await propose(house.admin, 'acme', mcp, { server: 'odd' });
      expect({ mcp, fault: status === 500 }).toEqual({ mcp, fault: false });
    }
    expect((await house.admin.get('/v1/servers?limit=200')).status).toBe(200);
  });

  it('from an upstream’s list is imported', async () => {
    const file = join(folder, 'tools.json');
    writeFileSync(
      file,
      JSON.stringify([{ name: text, description: text, inputSchema: { type: 'object', title: text } }]),
    );
    const proposed = await propose(house.admin, 'acme', changeableUpstream(file), {
      server: `list-${name.replaceAll(' ', '-')}`,
    });
    expect(proposed.status).toBe(201);
    const confirmed = await confirm(house.admin, proposed.body.id);
    expect([200, 422]).toContain(confirmed.status);
  });
});
