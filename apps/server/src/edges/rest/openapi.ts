import { errorTable, problemSchema, type Route, routes } from '@assay/contracts';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the route table. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      description: 'Tool registry, marketplace and gateway for AI agents. MCP clients connect to /mcp.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key, or a token of the configured issuer' },
      },
      schemas: { Problem: jsonSchemaOf(problemSchema, 'output') },
    },
  };
}

function operation(name: string, route: Route): Json {
  const scope = { anonymous: 'nobody needs a key for public things', authenticated: 'any key' }[route.scope as string];
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    description: `Asks for: ${scope ?? `the scope ${route.scope}`}.`,
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

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters({ query }: Route): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
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
