import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { proposeManifest } from '../propose-manifest.js';
import { isJson } from './document.js';
import { listOperations } from './list-operations.js';

const ref = (to: string) => ({ $ref: `#/components/${to}` });
/** A document with every supported part. */
const whole = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: 'https://{host}/v1', variables: { host: { default: 'api.example' } } }],
  security: [{ key: [] }],
  tags: [{ name: 'Orders' }],
  paths: {
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      servers: [{ url: 'https://other.example' }],
      get: {
        operationId: 'show',
        tags: ['Orders'],
        summary: 'Show',
        responses: { 200: ref('responses/order'), 204: {} },
      },
      put: {
        deprecated: true,
        parameters: [{ name: 'id', in: 'query', style: 'form', explode: false, content: { 'application/json': {} } }],
        requestBody: {
          required: true,
          content: { 'multipart/form-data': { schema: ref('schemas/Order'), encoding: { item: { style: 'form' } } } },
        },
        security: [],
        responses: {},
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } },
    responses: { order: { content: { 'application/json': { schema: ref('schemas/Order') } } } },
    schemas: {
      Order: {
        type: 'object',
        nullable: true,
        required: ['item'],
        properties: { item: { type: 'string', pattern: '^a', readOnly: true }, after: ref('schemas/Order') },
        oneOf: [{ exclusiveMinimum: true, minimum: 1 }],
        discriminator: { propertyName: 'kind' },
      },
    },
  },
};

/** Every place of a document, as the steps to it. */
const placesIn = (value: unknown, at: readonly string[] = []): (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? [at, ...Object.entries(value).flatMap(([key, member]) => placesIn(member, [...at, key]))]
    : [at];

function withValueAt(document: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(document))
    return document.map((it, index) => (String(index) === step ? withValueAt(it, rest, value) : it));
  const object = isJson(document) ? document : {};
  return { ...object, [step]: withValueAt(object[step], rest, value) };
}

describe('a document with invalid contents', () => {
  const places = placesIn(whole).filter(
    ([first]) => first === 'paths' || first === 'components' || first === 'security',
  );
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(
      '',
      '#',
      { $ref: '#' },
      ref('schemas/Order'),
      ref('responses/order'),
      [ref('schemas/Order')],
      '__proto__',
      -1,
    ),
  );
  const changes = fc.array(fc.tuple(fc.constantFrom(...places), odd), { minLength: 1, maxLength: 3 });

  it('is read or rejected, and its proposals are valid', async () => {
    const noPause = async () => undefined;
    expect(await listOperations({ root: whole, address: null, problems: [] }, noPause)).toMatchObject({ ok: true });
    await fc.assert(
      fc.asyncProperty(changes, fc.constantFrom('3.0.0', '3.1.0'), async (changed, openapi) => {
        const root = changed.reduce<unknown>((made, [place, value]) => withValueAt(made, place, value), {
          ...whole,
          openapi,
        });
        const listing = await listOperations({ root: isJson(root) ? root : {}, address: null, problems: [] }, noPause);
        if (!listing.ok) {
          expect(listing.error.code).toBe('invalid_request');
          return;
        }
        for (const tool of listing.value.tools) {
          const { state, problems } = proposeManifest('acme/api', 'acme/api.tool', tool, undefined);
          expect(state === 'new' || problems.length > 0).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
