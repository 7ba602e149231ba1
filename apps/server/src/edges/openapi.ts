import { errorTable, problemSchema, type Route, routes } from '@assay/contracts';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the route table. */
export function openApiDocument(version: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      description: 'Tool registry, marketplace and gateway for AI agents. MCP clients connect to /mcp.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths: describedPaths(),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key, or a token of the configured issuer' },
      },
      schemas: { Problem: jsonSchemaOf(problemSchema, 'output') },
    },
  };
}

let paths: Record<string, Json> | undefined;

/** Every route by path and method. Described once per process, which takes some 300 ms: the routes do not change. */
function describedPaths(): Record<string, Json> {
  if (paths !== undefined) return paths;
  paths = {};
  for (const [name, route] of Object.entries(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return paths;
}

function operation(name: string, route: Route): Json {
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    description: asksFor(route),
    security: route.scope === 'anonymous' ? [{}, { key: [] }] : [{ key: [] }],
    parameters: [...pathParameters(route.path), ...queryParameters(route), ...headerParameters(route)],
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchemaOf(route.body, 'input') } } },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, schema]) => [
          status,
          { ...answer(schema, route.mediaType), ...(name === 'invoke' && { headers: limitHeaders }) },
        ]),
      ),
      '429': tooMany,
      default: problem,
    },
  };
}

const asksFor = ({ scope }: Route): string =>
  ({ anonymous: 'Asks for no key where things are public.', authenticated: 'Requires a key, with any scopes.' })[
    scope as string
  ] ?? `Asks for a key with the scope ${scope}.`;

/** Descriptions of the names in paths. */
const pathNames: Readonly<Record<string, string>> = {
  ns: 'The namespace',
  tool: 'The tool, without its namespace',
  server: 'The server, without its namespace',
  version: 'An exact version, such as 1.2.0',
  capability: 'A dotted tag, such as data.query.sql',
  tag: 'A dotted tag, such as data.query.sql',
  principal: 'The name of a principal',
  team: 'The name of a team',
  name: 'Its name',
  subject: 'What the limit is of',
  id: 'Its id, as lists and answers have it',
  keyId: 'The id of the key',
  delivery: 'The id of the delivery',
};

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathNames[name],
    schema: { type: 'string' },
  }));

function queryParameters({ query }: Route): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

const headerParameters = ({ headers = {} }: Route): Json[] =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));

const answer = (schema: z.ZodType | null, mediaType = 'application/json'): Json =>
  schema === null
    ? { description: 'Done' }
    : { description: 'Done', content: { [mediaType]: { schema: jsonSchemaOf(schema, 'output') } } };

const problem: Json = {
  description: `A problem (RFC 9457). Codes: ${Object.keys(errorTable).join(', ')}.`,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

const headerOf = (description: string): Json => ({ description, schema: { type: 'string' } });

/** Structured fields (draft-ietf-httpapi-ratelimit-headers-10). */
const limitHeaders: Json = {
  'RateLimit-Policy': headerOf(
    'The limit of which least is left: its name, the most (q) and the window in seconds (w)',
  ),
  RateLimit: headerOf('What is left of it for you (r) and, when nothing is, in how many seconds there will be (t)'),
};

const tooMany: Json = {
  description: 'A limit is used up, or too many wrong credentials came from your address. The detail says which.',
  headers: {
    'Retry-After': { description: 'In how many seconds to try again', schema: { type: 'integer' } },
    ...limitHeaders,
  },
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
