import { problemSchema, type Route, type RouteExample, routeExamples, routes, tags } from '@assay/contracts';
import type { z } from 'zod';
import { type DocumentSchemas, documentSchemas, type Json } from './components.js';

/** The OpenAPI 3.1 document of the route table. */
export function openApiDocument(version: string): Json {
  const { paths, components } = described();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      description: 'Tool registry, marketplace and gateway for AI agents. MCP clients connect to /mcp.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key, or a token of the configured issuer' },
      },
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: { TooManyRequests: tooMany, Problem: problem },
      schemas: components,
    },
  };
}

interface Described {
  readonly paths: Record<string, Json>;
  readonly components: Record<string, Json>;
}

let kept: Described | undefined;

/** Every route by path and method, with the shared schemas. Described once per process: the routes do not change. */
function described(): Described {
  kept ??= describe(Object.entries(routes));
  return kept;
}

function describe(table: [string, Route][]): Described {
  const sent = table.flatMap(([, { body, query }]) => [...(body ? [body] : []), ...queryFields(query).values()]);
  const received = table.flatMap(([, { answers }]) => Object.values(answers).filter((it) => it !== null));
  const schemas = documentSchemas([...new Set(sent)], [...new Set([...received, problemSchema])]);
  const paths: Record<string, Json> = {};
  for (const [name, route] of table)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(name, route, schemas) };
  return { paths, components: schemas.components };
}

/** By the names of routes, of which only some have one. */
const examples: Readonly<Record<string, RouteExample | undefined>> = routeExamples;

function operation(name: string, route: Route, schemas: DocumentSchemas): Json {
  const example = examples[name];
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    description: requires(route),
    security: route.scope === 'anonymous' ? [{}, { key: [] }] : [{ key: [] }],
    parameters: [...pathParameters(route.path), ...queryParameters(route, schemas), ...headerParameters(route)],
    ...(route.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemas.sent(route.body), ...(example && { example: example.body }) },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, schema]) => [
          status,
          {
            ...answer(
              schema && schemas.received(schema),
              route.mediaType,
              status === '200' ? example?.answer : undefined,
            ),
            ...(name === 'invoke' && { headers: limitHeaders }),
          },
        ]),
      ),
      '429': { $ref: '#/components/responses/TooManyRequests' },
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

const requires = ({ scope }: Route): string =>
  ({ anonymous: 'Public entries need no key.', authenticated: 'Requires a key, with any scopes.' })[scope as string] ??
  `Requires a key with the scope ${scope}.`;

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
  code: 'The code that the terminal shows',
  token: 'The token at the end of a one-time link',
  delivery: 'The id of the delivery',
  setting: 'The name of the setting',
};

const pathParameter = (name: string): Json => ({
  name,
  in: 'path',
  required: true,
  description: pathNames[name],
  schema: { type: 'string' },
});

/** `{ns}`, `{tool}` …: each is described once. */
const sharedParameters = Object.fromEntries(Object.keys(pathNames).map((name) => [name, pathParameter(name)]));

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    name in pathNames ? { $ref: `#/components/parameters/${name}` } : pathParameter(name),
  );

/** The fields of a query; a field that the query shares with others is the same schema. */
const queryFields = (query: Route['query']): Map<string, z.ZodType> =>
  new Map(Object.entries(query?.shape ?? {}) as [string, z.ZodType][]);

const queryParameters = ({ query }: Route, schemas: DocumentSchemas): Json[] =>
  [...queryFields(query)].map(([name, field]) => {
    const { description, ...schema } = schemas.sent(field);
    return {
      name,
      in: 'query',
      required: !field.safeParse(undefined).success,
      ...(description !== undefined && { description }),
      schema,
    };
  });

const headerParameters = ({ headers = {} }: Route): Json[] =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));

const answer = (schema: Json | null, mediaType = 'application/json', example?: unknown): Json =>
  schema === null
    ? { description: 'Done' }
    : { description: 'Done', content: { [mediaType]: { schema, ...(example !== undefined && { example }) } } };

const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

const problem: Json = { description: 'A problem (RFC 9457); its code names the reason.', content: problemContent };

const headerOf = (description: string, type = 'string'): Json => ({ description, schema: { type } });

/** Structured fields (draft-ietf-httpapi-ratelimit-headers-10). */
const sharedHeaders: Record<string, Json> = {
  'RateLimit-Policy': headerOf(
    'The limit with the smallest share left: its name, the maximum (q) and the window in seconds (w)',
  ),
  RateLimit: headerOf('Calls left under that limit (r) and, when none is left, seconds until there are (t)'),
  'Retry-After': headerOf('Seconds to wait before trying again', 'integer'),
};

const headers = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const limitHeaders = headers('RateLimit-Policy', 'RateLimit');

const tooMany: Json = {
  description: 'A limit is used up, or too many wrong credentials came from your address. The detail says which.',
  headers: headers('Retry-After', 'RateLimit-Policy', 'RateLimit'),
  content: problemContent,
};
