/** Requests that cost as much as their size allows: what is sent, after what `prepare` sent. */
import { namespace } from '../assay/manifests.mjs';

const properties = (count, of) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`property_${at}`, typeof of === 'function' ? of(at) : of]),
  );
const object = (members) => ({ type: 'object', properties: members });

const schemas = {
  wide: object(properties(4_000, { type: 'string', maxLength: 100 })),
  alternatives: object({ a: { anyOf: Array.from({ length: 15_000 }, (_, at) => ({ const: at })) } }),
  definitions: {
    ...object(properties(2_500, (at) => ({ $ref: `#/$defs/p${at}` }))),
    $defs: Object.fromEntries(Array.from({ length: 2_500 }, (_, at) => [`p${at}`, { type: 'string', minLength: 1 }])),
  },
  patterns: object(properties(5, (at) => ({ type: 'string', pattern: `^[a-z]{1,9000}${at}$` }))),
  'many-patterns': object(properties(499, (at) => ({ type: 'string', pattern: `^[a-z]{1,9000}${at}$` }))),
};

const url = 'http://127.0.0.1:9/';
const tool = (name, schema) => ({
  ...{ name: `${namespace}/${name}`, version: '1.0.0', description: 'A tool of the benchmark.', inputSchema: schema },
  ...{ protocol: 'http', endpoint: { url }, annotations: { readOnlyHint: true } },
});

const manifests = Object.entries(schemas).flatMap(([name, schema]) => [
  [`check-${name}`, { path: '/v1/tools/check', body: tool(name, schema) }],
  [`publish-${name}`, { path: '/v1/tools', body: tool(name, schema) }],
  [`call-${name}`, { path: '/v1/invocations', body: { tool: `${namespace}/${name}`, input: { a: 1 } } }],
  [`recall-${name}`, { path: '/v1/invocations', body: { tool: `${namespace}/${name}`, input: { a: 2 } } }],
]);

const steps = Array.from({ length: 10_000 }, (_, at) => ({ id: `s${at}`, tool: `${namespace}/step`, arguments: {} }));
const chained = steps.map((it, at) => ({ ...it, arguments: at === 0 ? {} : { a: `{{steps.s${at - 1}.output}}` } }));
const composed = (name, definition) => ({
  ...{ name: `${namespace}/${name}`, version: '1.0.0', description: 'A composition of the benchmark.' },
  ...{ inputSchema: { type: 'object' }, protocol: 'composite', endpoint: { notation: 'plan', definition } },
});

/** One operation whose schema alone is 2 MB. */
export const document = {
  openapi: '3.1.0',
  info: { title: 'Large', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/orders': {
      post: {
        operationId: 'order',
        requestBody: {
          content: {
            'application/json': { schema: object(properties(20_000, { type: 'string', description: 'x'.repeat(60) })) },
          },
        },
        responses: { 200: { description: 'ok' } },
      },
    },
  },
};

const importing = ({ address }) => ({
  path: '/v1/imports',
  body: { namespace, source: { openapi: { url: address } } },
});

export const cases = {
  ...Object.fromEntries(manifests),
  'publish-step': { path: '/v1/tools', body: tool('step', { type: 'object' }) },
  'check-composition': { path: '/v1/tools/check', body: composed('plan', { steps }) },
  'publish-composition': { path: '/v1/tools', body: composed('plan', { steps }) },
  'publish-chained': { path: '/v1/tools', body: composed('chained', { steps: chained }) },
  // The first import compiles the schema of OpenAPI documents.
  'import-first': importing,
  'import-operation': importing,
};
