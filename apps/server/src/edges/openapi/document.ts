import { problemSchema, type Route, type RouteExample, routeExamples, routes, tags } from '@assay/contracts';
import { type DocumentSchemas, documentSchemas } from './components.js';
import type { Json } from './json.js';
import { parametersOf, queryFields } from './parameters.js';
import { answer, headers, limitHeaders, problem } from './responses.js';
import { type Part, shareParts } from './shared-parts.js';

/** The OpenAPI 3.1 document of the route table. */
export function openApiDocument(version: string): Json {
  const { paths, components } = described();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      description:
        'Tool registry, marketplace and gateway for AI agents. MCP clients connect to /mcp. A request with members that its schema does not name is rejected; answers may get more members in later versions.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: withKey,
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, or a token of the configured issuer. An operation lists the scopes that it requires.',
        },
      },
      headers,
      ...components,
    },
  };
}

interface Described {
  readonly paths: Record<string, Json>;
  readonly components: Record<string, Record<string, Json>>;
}

let kept: Described | undefined;

/** Every route by path and method, with the shared schemas. Described once per process: the routes do not change. */
function described(): Described {
  kept ??= describe(Object.entries(routes));
  return kept;
}

/** What a route takes and answers, before what it shares with others is moved to the components. */
interface Parts {
  readonly parameters: readonly Json[];
  readonly answers: readonly (readonly [status: string, answer: Json])[];
}

function describe(table: [string, Route][]): Described {
  const sent = table.flatMap(([, { body, query }]) => [...(body ? [body] : []), ...queryFields(query).values()]);
  const received = table.flatMap(([, { answers }]) => Object.values(answers).filter((it) => it !== null));
  const schemas = documentSchemas([...new Set(sent)], [...new Set([...received, problemSchema])]);
  const parts = new Map(table.map(([name, route]) => [name, partsOf(name, route, schemas)]));
  const all = [...parts.values()];
  const parameters = shareParts('parameters', all.flatMap((it) => it.parameters).map(parameterPart));
  const answers = shareParts(
    'responses',
    all.flatMap((it) => it.answers).flatMap(([, it]) => answerPart(it)),
  );
  const paths: Record<string, Json> = {};
  for (const [name, route] of table) {
    const own = parts.get(name) as Parts;
    const [inPath, others] = partition(own.parameters, (it) => it.in === 'path');
    const shared: Parts = {
      parameters: others.map(parameters.use),
      answers: own.answers.map(([status, it]) => [status, answers.use(it)]),
    };
    paths[route.path] ??= inPath.length > 0 ? { parameters: inPath.map(parameters.use) } : {};
    Object.assign(paths[route.path] as Json, { [route.method.toLowerCase()]: operation(name, route, schemas, shared) });
  }
  const responses = { ...answers.components, Problem: problem };
  return { paths, components: { parameters: parameters.components, responses, schemas: schemas.components } };
}

const partition = <T>(items: readonly T[], first: (item: T) => boolean): [T[], T[]] => [
  items.filter(first),
  items.filter((it) => !first(it)),
];

/** By the names of routes, of which only some have one. */
const examples: Readonly<Record<string, RouteExample | undefined>> = routeExamples;

function partsOf(name: string, route: Route, schemas: DocumentSchemas): Parts {
  const answers = Object.entries(route.answers).map(([status, schema]) => {
    const example = status === '200' ? examples[name]?.answer : undefined;
    const described = answer(schema && schemas.received(schema), route.mediaType, example);
    return [status, { ...described, ...(name === 'invoke' && { headers: limitHeaders }) }] as const;
  });
  return { parameters: parametersOf(route, schemas), answers };
}

/** `limit`, or `limitQuery` where another parameter has that name. */
function parameterPart(value: Json): Part {
  const name = String(value.name);
  const place = String(value.in);
  return { value, names: [name, `${name}${place[0]?.toUpperCase()}${place.slice(1)}`] };
}

/** An answer is named after the schema that it refers to; others stay in place. */
function answerPart(value: Json): Part[] {
  const [, name] = /"schema":\{"\$ref":"#\/components\/schemas\/(\w+)"\}/.exec(JSON.stringify(value)) ?? [];
  return name === undefined ? [] : [{ value, names: [name] }];
}

const withKey = [{ key: [] }];

/** Absent where the document's own applies: a key with any scopes. */
const security = ({ scope }: Route): Json[] | undefined =>
  ({ anonymous: [{}, ...withKey], authenticated: undefined })[scope as string] ??
  (scope === 'authenticated' ? undefined : [{ key: [scope] }]);

function operation(name: string, route: Route, schemas: DocumentSchemas, { parameters, answers }: Parts): Json {
  const required = security(route);
  const example = examples[name];
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    ...(required && { security: required }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemas.sent(route.body), ...(example && { example: example.body }) },
        },
      },
    }),
    responses: { ...Object.fromEntries(answers), default: { $ref: '#/components/responses/Problem' } },
  };
}
