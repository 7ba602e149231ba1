import { stringify } from 'yaml';

/** One operation as its document lists it. */
interface Operation {
  readonly path: string;
  readonly method: string;
  readonly summary: string;
  readonly parameters?: readonly string[];
  readonly body?: string;
  /** Name of the schema of a successful answer. */
  readonly answer: string;
  readonly needsKey?: true;
}

const read = ['serverName', 'include_deleted'];

const operations: readonly Operation[] = [
  {
    path: '/v0.1/servers',
    method: 'get',
    summary: 'List servers',
    parameters: ['cursor', 'limit', 'search', 'updated_since', 'versionFilter', 'include_deleted'],
    answer: 'ServerList',
  },
  {
    path: '/v0.1/servers/{serverName}/versions',
    method: 'get',
    summary: 'List the versions of a server, newest publication first',
    parameters: read,
    answer: 'ServerList',
  },
  {
    path: '/v0.1/servers/{serverName}/versions/{version}',
    method: 'get',
    summary: 'Show a version, or the latest for "latest"',
    parameters: [...read, 'version'],
    answer: 'ServerResponse',
  },
  {
    path: '/v0.1/servers/{serverName}/versions/{version}/status',
    method: 'patch',
    summary: 'Change the status of a version',
    parameters: ['serverName', 'version'],
    body: 'StatusUpdateRequest',
    answer: 'ServerResponse',
    needsKey: true,
  },
  {
    path: '/v0.1/servers/{serverName}/status',
    method: 'patch',
    summary: 'Change the status of every version, all or none',
    parameters: ['serverName'],
    body: 'StatusUpdateRequest',
    answer: 'AllVersionsStatusResponse',
    needsKey: true,
  },
  {
    path: '/v0.1/publish',
    method: 'post',
    summary: 'Publish a version of a server',
    body: 'ServerDetail',
    answer: 'ServerResponse',
    needsKey: true,
  },
  {
    path: '/v0.1/validate',
    method: 'post',
    summary: 'Say what publishing this document would find; always 200',
    body: 'ServerDetail',
    answer: 'Verdict',
  },
  {
    path: '/v0.1/auth/dns',
    method: 'post',
    summary: 'Exchange a proof by DNS for a token',
    body: 'DomainLogin',
    answer: 'Token',
  },
  {
    path: '/v0.1/auth/http',
    method: 'post',
    summary: 'Exchange a proof by HTTP for a token',
    body: 'DomainLogin',
    answer: 'Token',
  },
];

const text = { type: 'string' };
const dateTime = { type: 'string', format: 'date-time' };
const reference = (schema: string) => ({ $ref: `#/components/schemas/${schema}` });
const listOf = (items: object) => ({ type: 'array', items });
const objectOf = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties,
});
const anyObject = { type: 'object', additionalProperties: true };

const inPath = (name: string, description: string) => ({ name, in: 'path', required: true, schema: text, description });
const inQuery = (name: string, schema: object, description?: string) => ({
  name,
  in: 'query',
  schema,
  ...(description !== undefined && { description }),
});

const parameters = {
  serverName: inPath('serverName', 'Percent-encoded, such as com.example%2Fmy-server'),
  version: inPath('version', 'A version, or latest where it is read'),
  cursor: inQuery('cursor', text, 'metadata.nextCursor of the page before'),
  limit: inQuery('limit', { type: 'integer', minimum: 1, maximum: 100, default: 30 }),
  search: inQuery('search', text, 'Part of the name, in either case'),
  updated_since: inQuery('updated_since', dateTime, 'Only what has changed later, deleted servers included'),
  versionFilter: inQuery('version', text, 'latest, or one version exactly'),
  include_deleted: inQuery('include_deleted', { type: 'boolean', default: false }),
};

const serverNames = { name: text, description: text, version: text };

const schemas = {
  ServerDetail: {
    ...objectOf({ $schema: text, ...serverNames }, Object.keys(serverNames)),
    additionalProperties: true,
  },
  ServerResponse: objectOf({ server: reference('ServerDetail'), _meta: anyObject }, ['server']),
  ServerList: objectOf(
    {
      servers: listOf(reference('ServerResponse')),
      metadata: objectOf({ nextCursor: text, count: { type: 'integer' } }),
    },
    ['servers'],
  ),
  StatusUpdateRequest: objectOf(
    {
      status: { type: 'string', enum: ['active', 'deprecated', 'deleted'] },
      statusMessage: { type: 'string', maxLength: 500 },
    },
    ['status'],
  ),
  AllVersionsStatusResponse: objectOf(
    { updatedCount: { type: 'integer' }, servers: listOf(reference('ServerResponse')) },
    ['updatedCount', 'servers'],
  ),
  Verdict: objectOf({ valid: { type: 'boolean' }, issues: listOf({ type: 'object' }) }, ['valid', 'issues']),
  DomainLogin: objectOf({ domain: text, timestamp: dateTime, signed_timestamp: text }, [
    'domain',
    'timestamp',
    'signed_timestamp',
  ]),
  Token: objectOf({ registry_token: text, expires_at: { type: 'integer' } }, ['registry_token', 'expires_at']),
  Problem: objectOf({
    title: text,
    status: { type: 'integer' },
    detail: text,
    errors: listOf({ type: 'object' }),
    error: text,
  }),
};

const description = `The API of the official MCP Registry, see https://github.com/modelcontextprotocol/registry, as Assay serves it.
Every address exists under /v0.1 and /v0. What Assay adds to a server (the trust and stage of its tools, and
revocations) stands in its _meta under io.assay/registry.
`;

/**
 * The document of this edge at `/openapi.yaml`. Some clients recognise a registry by it: by the version 1.0.0 and a
 * description that names the specification's repository.
 */
export function registryOpenApi(): string {
  const document = {
    openapi: '3.1.0',
    info: { title: 'MCP Registry API', version: '1.0.0', description },
    paths: Object.fromEntries(
      [...Map.groupBy(operations, ({ path }) => path)].map(([path, list]) => [path, pathItem(list)]),
    ),
    components: { securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } }, parameters, schemas },
  };
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });
}

const pathItem = (list: readonly Operation[]) =>
  Object.fromEntries(list.map((operation) => [operation.method, operationObject(operation)]));

const operationObject = ({ summary, parameters: names = [], body, answer, needsKey }: Operation) => ({
  summary,
  ...(names.length > 0 && { parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })) }),
  ...(body !== undefined && { requestBody: { required: true, content: contentOf('application/json', body) } }),
  ...(needsKey && { security: [{ bearerAuth: [] }] }),
  responses: {
    '200': { description: 'Done', content: contentOf('application/json', answer) },
    default: { description: 'Refused', content: contentOf('application/problem+json', 'Problem') },
  },
});

const contentOf = (type: string, schema: string) => ({ [type]: { schema: reference(schema) } });
