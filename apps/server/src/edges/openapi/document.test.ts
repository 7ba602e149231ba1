import { type Route, routes, schemaNames, tags } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { openApiDocument } from './document.js';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: object;
}
interface Operation {
  operationId: string;
  tags: string[];
  parameters?: (Parameter | { $ref: string })[];
  security?: object[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string }>;
}
const document = openApiDocument('1.2.3') as {
  openapi: string;
  tags: { name: string; description: string }[];
  info: Record<string, unknown>;
  security: object[];
  paths: Record<string, Record<string, Operation> & Pick<Operation, 'parameters'>>;
  components: Record<string, Record<string, unknown>>;
};
const all = Object.entries(routes) as [string, Route][];
const operationOf = ({ path, method }: Route) => document.paths[path]?.[method.toLowerCase()] as Operation;

/** What a reference leads to. */
const target = (reference: string): unknown =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
/** Those of its path, which all its methods share, and its own. */
const parametersOf = (route: Route) =>
  [...(document.paths[route.path]?.parameters ?? []), ...(operationOf(route).parameters ?? [])].map(
    (it) => ('$ref' in it ? target(it.$ref) : it) as Parameter,
  );
const operations = Object.values(document.paths).flatMap(({ parameters, ...methods }) => Object.values(methods));

/** Every `$ref` in the document. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (key === '$ref' ? [String(member)] : referencesIn(member)));
}

describe('the OpenAPI document', () => {
  it('is of version 3.1, and JSON', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Assay', version: '1.2.3', license: { identifier: 'Apache-2.0' } });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('has every route, and no other', () => {
    expect(operations.map((it) => it.operationId).sort()).toEqual(all.map(([name]) => name).sort());
  });

  it.each(all)('describes %s as the table has it', (_, route) => {
    const operation = operationOf(route);
    const inPath = parametersOf(route).filter((it) => it.in === 'path');
    expect(inPath.map((it) => `{${it.name}}`)).toEqual(route.path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every((it) => it.required && typeof it.description === 'string')).toBe(true);
    const inQuery = parametersOf(route)
      .filter((it) => it.in === 'query')
      .map((it) => it.name);
    expect(inQuery).toEqual(Object.keys(route.query?.shape ?? {}));
    const inHeader = parametersOf(route)
      .filter((it) => it.in === 'header')
      .map((it) => it.name);
    expect(inHeader).toEqual(Object.keys(route.headers ?? {}));
    expect(operation.requestBody !== undefined).toBe(route.body !== undefined);
    expect(Object.keys(operation.responses)).toEqual([...Object.keys(route.answers), 'default']);
    expect(operation.security ?? document.security).toEqual(
      route.scope === 'anonymous' ? [{}, { key: [] }] : [{ key: route.scope === 'authenticated' ? [] : [route.scope] }],
    );
  });

  it('says of parameters what they are for, where pages of documentation show it', () => {
    const range = parametersOf(routes.readOutput).find((it) => it.name === 'range');
    expect(range?.description).toMatch(/^bytes=0-65535/);
    expect(range?.schema).not.toHaveProperty('description');
  });

  it('names the headers with limits, where they are sent', () => {
    const { responses } = operationOf(routes.invoke) as unknown as {
      responses: Record<string, { headers?: Record<string, object>; $ref?: string }>;
    };
    const sent = ['RateLimit-Policy', 'RateLimit'];
    expect(Object.keys(responses['200']?.headers ?? {})).toEqual(sent);
    const limited = target(responses.default?.$ref ?? '') as { headers: Record<string, object> };
    expect(Object.keys(limited.headers)).toEqual(['Retry-After', ...sent]);
  });

  it('names every shared schema that a route uses, once', () => {
    const { schemas = {} } = document.components;
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Envelope', 'Entry', 'EntryPage', 'Run', 'Saga', 'Problem', 'Manifest', 'ErrorCode']),
    );
    const known = new Set(schemaNames.values());
    const strangers = Object.keys(schemas).filter(
      (it) => !known.has(it.replace(/(Request|Page)$/, '')) && !known.has(it),
    );
    expect(strangers).toEqual([]);
  });

  it('refers to shared schemas where routes use them', () => {
    const { requestBody, responses } = operationOf(routes.invoke) as unknown as {
      requestBody: { content: Record<string, { schema: object }> };
      responses: Record<string, { content: Record<string, { schema: object }> }>;
    };
    expect(requestBody.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Invoke' });
    expect(responses['200']?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Envelope' });
  });

  it('describes each tag, in the order of tasks', () => {
    expect(document.tags).toEqual(Object.entries(tags).map(([name, description]) => ({ name, description })));
    const used = new Set(operations.flatMap((one) => one.tags));
    expect([...used].sort()).toEqual(Object.keys(tags).sort());
  });

  it('describes what operations share once', () => {
    const { parameters = {}, responses = {} } = document.components;
    expect(parameters).toMatchObject({ limit: { in: 'query' }, cursor: { in: 'query' }, ns: { in: 'path' } });
    expect(operationOf(routes.listTools).parameters).toContainEqual({ $ref: '#/components/parameters/limit' });
    expect(responses).toHaveProperty('Entry.content');
    expect(JSON.stringify(document)).not.toContain('"required":false');
  });

  it('has at most 350 KB', () => {
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(350_000);
  });

  it('refers to nothing that is not in it', () => {
    for (const reference of new Set(referencesIn(document)))
      expect([reference, target(reference)]).toEqual([reference, expect.anything()]);
    expect(document.components.securitySchemes).toHaveProperty('key');
  });
});
