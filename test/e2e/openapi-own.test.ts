import type { ConfirmedImport, Envelope, ImportView, Problem } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Refusal } from './client.js';
import { type House, startHouse } from './house.js';
import { confirm } from './importing.js';

let house: House;
let found: ImportView;
beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const headers = { authorization: `Bearer ${house.adminKey}` };
  const source = { openapi: { url: `${house.url}/openapi.json`, headers } };
  const proposed = await house.admin.post<ImportView & Problem>('/v1/imports', {
    namespace: 'acme',
    server: 'assay',
    source,
  });
  expect({ status: proposed.status, detail: proposed.body.detail }).toEqual({ status: 201, detail: undefined });
  found = proposed.body;
});
afterAll(() => house.stop());

const call = (tool: string, input: object) =>
  house.admin.post<Envelope & Partial<Refusal>>('/v1/invocations', { tool: `acme/assay.${tool}`, input });

describe("Assay's own API as tools", () => {
  it('is proposed whole: a tool for each operation, all of them valid', async () => {
    const { body } = await house.admin.get<{ paths: Record<string, object> }>('/openapi.json');
    const operations = Object.values(body.paths).flatMap((item) =>
      Object.keys(item).filter((key) => key !== 'parameters'),
    );
    expect(found.proposals).toHaveLength(operations.length);
    const invalid = found.proposals.filter(({ state }) => state !== 'new');
    expect(invalid.map(({ manifest, problems }) => [manifest.name, problems])).toEqual([]);
  });

  it('is called: lists, paths and a POST with its body', async () => {
    const confirmed = await confirm(house.admin, found.id, { acceptFindings: true });
    expect({ status: confirmed.status, detail: (confirmed.body as Problem).detail }).toEqual({
      status: 200,
      detail: undefined,
    });
    expect((confirmed.body as ConfirmedImport).entries).toHaveLength(found.proposals.length);
    expect((await call('me', {})).body).toMatchObject({ status: 'succeeded', output: { scopes: expect.anything() } });
    const listed = await call('listTools', { namespace: 'acme', limit: 3 });
    expect(listed.body).toMatchObject({ status: 'succeeded', provenance: { source: 'http:acme/assay' } });
    expect((listed.body.output as { items: object[] }).items).toHaveLength(3);
    const shown = await call('showTool', { ns: 'acme', tool: 'assay.showTool' });
    expect(shown.body).toMatchObject({
      status: 'succeeded',
      output: { name: 'acme/assay.showTool', protocol: 'http' },
    });
    const made = await call('createNamespace', { name: 'made' });
    expect(made.body).toMatchObject({ status: 'succeeded', output: { name: 'made' } });
    expect((await house.admin.get('/v1/namespaces/made')).status).toBe(200);
  });

  it('hands on what the API refuses', async () => {
    const absent = await call('showTool', { ns: 'acme', tool: 'absent' });
    expect(absent).toMatchObject({ status: 404, body: { code: 'upstream_not_found', error: { outcome: 'none' } } });
    expect(absent.body.detail).toContain('404');
    const again = await call('createNamespace', { name: 'made' });
    expect(again.body).toMatchObject({ code: 'upstream_rejected' });
  });
});
