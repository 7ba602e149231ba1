import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FuzzRequest } from './fuzz-request.js';
import { requestsFor } from './openapi-fuzz.js';
import { operationsOf } from './openapi-operations.js';
import { send } from './send.js';

const document = {
  openapi: '3.1.0',
  paths: {
    '/things': {
      get: { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200 } }] },
      post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
    },
    '/things/{ns}/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      delete: {
        parameters: [{ name: 'ns', in: 'path', required: true, schema: { type: 'string', pattern: '^[a-z]{1,9}$' } }],
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['name', 'size'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 10 },
          size: { type: ['integer', 'null'], minimum: 0, maximum: 9 },
          kind: { enum: ['a', 'b'] },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' }, maxItems: 2 },
        },
        additionalProperties: false,
      },
    },
  },
};

const options = { seed: 1, perOperation: 60, headers: { authorization: 'Bearer good' } };
const all = (changes: Partial<Parameters<typeof requestsFor>[1]> = {}): FuzzRequest[] => [
  ...requestsFor(document, { ...options, ...changes }),
];
const ofKind = (requests: FuzzRequest[], kind: string) =>
  requests.filter(({ describe }) => describe.includes(`: ${kind}`));

describe('reading the document', () => {
  it('finds every operation with its parameters, body and neighbours', () => {
    expect(operationsOf(document)).toMatchObject([
      { method: 'GET', template: '/things', offered: ['GET', 'POST'], body: undefined },
      { method: 'POST', template: '/things', body: { type: 'object' } },
      { method: 'DELETE', parameters: [{ name: 'id' }, { name: 'ns', in: 'path' }] },
    ]);
  });

  it('survives references in circles and to nowhere', () => {
    const circular = {
      paths: { '/a': { $ref: '#/paths/~1a' }, '/b': { post: { requestBody: { $ref: '#/nowhere' } } } },
    };
    expect([...requestsFor(circular, { seed: 1, perOperation: 3 })]).toHaveLength(3);
  });
});

describe('requests', () => {
  it('are the same for the same seed and others for another', () => {
    expect(all()).toEqual(all());
    expect(all()).not.toEqual(all({ seed: 2 }));
  });

  it('reach every operation equally and leave out what is skipped', () => {
    const count = (requests: FuzzRequest[], operation: string) =>
      requests.filter((each) => each.operation === operation).length;
    expect(count(all(), 'DELETE /things/{ns}/{id}')).toBe(60);
    expect(count(all({ skip: ({ method }) => method === 'DELETE' }), 'DELETE /things/{ns}/{id}')).toBe(0);
  });

  it('fit the document where they say so', () => {
    const bodies = ofKind(all({ perOperation: 200 }), 'fitting').filter(({ method }) => method === 'POST');
    expect(bodies.length).toBeGreaterThan(5);
    for (const { body } of bodies) {
      const thing = JSON.parse(String(body));
      expect(thing.name.length).toBeGreaterThanOrEqual(1);
      expect(thing.name.length).toBeLessThanOrEqual(10);
      expect(thing.size === null || (thing.size >= 0 && thing.size <= 9)).toBe(true);
      expect(['a', 'b', undefined]).toContain(thing.kind);
    }
  });

  it('use values that exist where they are known', () => {
    const paths = ofKind(all({ perOperation: 200, known: { ns: ['assay'] } }), 'fitting').map(({ path }) => path);
    expect(paths.some((path) => /^\/things\/assay\/[0-9a-f-]{36}$/.test(path))).toBe(true);
  });

  it('begin from given examples too', () => {
    const examples = { 'POST /things': [{ name: 'given', size: 1 }] };
    expect(all({ examples }).some(({ body }) => String(body).includes('"given"'))).toBe(true);
  });

  const many = all({ perOperation: 600 });

  it.each([
    ['at a limit', ({ body }: FuzzRequest) => /"size":(-1|10)|x{11}/.test(String(body))],
    ['extra part', ({ body }: FuzzRequest) => String(body).includes('"__proto__"')],
    ['odd segment', ({ path }: FuzzRequest) => path.includes('..') || path.includes('%00')],
    ['odd authorization', ({ headers }: FuzzRequest) => headers.every(([name]) => name !== 'authorization')],
    [
      'odd content type',
      ({ headers }: FuzzRequest) => headers.filter(([name]) => name === 'content-type').length === 2,
    ],
    ['other method', ({ method, operation }: FuzzRequest) => !operation.startsWith(method)],
  ])('of the kind "%s" hold what the name promises', (kind, holds) => {
    expect(ofKind(many, kind).some(holds)).toBe(true);
  });

  it('keep within a megabyte', () => {
    expect(all({ perOperation: 300 }).every(({ body }) => Buffer.byteLength(body ?? '') < 1_048_576)).toBe(true);
  });
});

describe('sending', () => {
  let server: Server;
  const seen: IncomingMessage[] = [];
  const origin = () => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  beforeEach(async () => {
    server = createServer((incoming, response) => {
      seen.push(incoming);
      incoming.resume().once('end', () => response.end('seen'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('gets every request over the wire, path and headers untouched', async () => {
    for (const request of all({ perOperation: 200 })) {
      const answer = await send(origin(), request);
      expect({ describe: request.describe, status: answer.status }).toEqual({
        describe: request.describe,
        status: 200,
      });
      expect(seen.at(-1)).toMatchObject({ url: request.path, method: request.method });
    }
  });

  it('tidies neither path nor headers', async () => {
    const headers = [
      ['accept', 'a'],
      ['accept', 'b'],
    ] as const;
    await send(origin(), { operation: '', method: 'GET', path: '/a/../%2e', headers, body: undefined, describe: '' });
    expect(seen.at(-1)?.url).toBe('/a/../%2e');
    expect(seen.at(-1)?.rawHeaders.filter((each) => each === 'accept')).toHaveLength(2);
  });
});
