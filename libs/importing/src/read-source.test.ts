import type { CreateImport, HttpAddress } from '@assay/contracts';
import { callerOf } from '@assay/identity';
import { fail, ok, startDeadline } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { aDocument } from './openapi/a-document.fixture.js';
import { readSource, type SourcePorts } from './read-source.js';

const ann = callerOf({ id: 'ann', organisationId: 'org', kind: 'user', name: 'ann', createdAt: 0 }, [], null);
const deadline = startDeadline({ now: () => 0, monotonic: () => 0, after: () => () => {} }, 1_000);

/** Ports that own everything, with one API registered as `acme/pets`. */
function ports(known?: HttpAddress) {
  const asked: unknown[] = [];
  const made = {
    catalogue: { server: (name: string) => (name === 'acme/pets' && known ? { http: known } : undefined) },
    servers: {
      draft: (_: unknown, body: object, at: string) => {
        asked.push({ ...body, at });
        return ok({ ...body });
      },
    },
    source: { list: async () => ok({ name: 'Up Stream', version: '1', tools: [] }) },
    documents: {
      read: async (source: { url?: string }) => {
        asked.push(source);
        return source.url?.includes('absent')
          ? fail('upstream_unavailable', 'Not there.')
          : ok(aDocument({ '/pets': { get: {} } }, { address: source.url ?? null, info: { title: 'Pets!' } }));
      },
    },
    registryServers: { find: async () => undefined },
    clock: { after: () => () => undefined },
  };
  return { ports: made as unknown as SourcePorts, asked };
}
const read = (source: CreateImport['source'], parts: Partial<CreateImport> = {}, known?: HttpAddress) =>
  readSource(ports(known).ports, ann, { namespace: 'acme', source, ...parts }, deadline);
const url = 'https://docs.example/openapi.json';

describe('readSource', () => {
  it('lists an MCP server', async () => {
    const mcp = { url: 'https://up.example/mcp' };
    expect(await read({ mcp })).toMatchObject({ value: { name: 'acme/Up_Stream', address: { mcp } } });
  });

  it('reads an OpenAPI document, and registers its API with the given credentials', async () => {
    const headers = { authorization: 'Bearer x' };
    expect(await read({ openapi: { url, headers } })).toMatchObject({
      value: {
        name: 'acme/Pets_',
        address: { http: { url: 'https://pets.example/v1', headers, openapi: url } },
        listing: { tools: [{ name: 'get_pets' }] },
      },
    });
    const handed = await read({ openapi: { document: {}, baseUrl: 'https://mine.example' } }, { server: 'pets' });
    expect(handed).toMatchObject({ value: { name: 'acme/pets' } });
    expect(handed.ok && handed.value.address).toEqual({ http: { url: 'https://mine.example' } });
  });

  it('keeps address and credentials of a registered API, unless others are given or it moves', async () => {
    const known = { url: 'https://staging.example', headers: { a: '1' }, query: { k: '2' } };
    expect(await read({ openapi: { url } }, { server: 'pets' }, known)).toMatchObject({
      value: { address: { http: { ...known, openapi: url } } },
    });
    const addressOf = async (given: object) => {
      const found = await read({ openapi: { url, ...given } }, { server: 'pets' }, known);
      return found.ok && 'http' in found.value.address && found.value.address.http;
    };
    const headers = { b: '3' };
    const baseUrl = 'https://staging.example/v2';
    expect(await addressOf({ baseUrl, headers })).toEqual({ url: baseUrl, headers, query: { k: '2' }, openapi: url });
    // Credentials for one origin are not sent to another.
    for (const elsewhere of ['https://new.example', 'http://staging.example', 'https://staging.example:8443'])
      expect(await addressOf({ baseUrl: elsewhere, headers })).toEqual({ url: elsewhere, headers, openapi: url });
  });

  it('checks permission before it reads', async () => {
    const { ports: made, asked } = ports();
    const openapi = { url: 'https://docs.example/absent', query: { key: 's' } };
    const found = await readSource(made, ann, { namespace: 'acme', source: { openapi } }, deadline);
    expect(found).toMatchObject({ error: { code: 'upstream_unavailable' } });
    expect(asked).toMatchObject([{ at: '/source/openapi', http: { query: { key: 's' } } }, { url: openapi.url }]);
  });
});
