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

const parameters = `
    serverName: {name: serverName, in: path, required: true, schema: {type: string}, description: 'Percent-encoded, such as com.example%2Fmy-server'}
    version: {name: version, in: path, required: true, schema: {type: string}, description: 'A version, or latest where it is read'}
    cursor: {name: cursor, in: query, schema: {type: string}, description: metadata.nextCursor of the page before}
    limit: {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 100, default: 30}}
    search: {name: search, in: query, schema: {type: string}, description: 'Part of the name, in either case'}
    updated_since: {name: updated_since, in: query, schema: {type: string, format: date-time}, description: 'Only what has changed later, deleted servers included'}
    versionFilter: {name: version, in: query, schema: {type: string}, description: 'latest, or one version exactly'}
    include_deleted: {name: include_deleted, in: query, schema: {type: boolean, default: false}}`;

const schemas = `
    ServerDetail: {type: object, required: [name, description, version], properties: {$schema: {type: string}, name: {type: string}, description: {type: string}, version: {type: string}}, additionalProperties: true}
    ServerResponse: {type: object, required: [server], properties: {server: {$ref: '#/components/schemas/ServerDetail'}, _meta: {type: object, additionalProperties: true}}}
    ServerList: {type: object, required: [servers], properties: {servers: {type: array, items: {$ref: '#/components/schemas/ServerResponse'}}, metadata: {type: object, properties: {nextCursor: {type: string}, count: {type: integer}}}}}
    StatusUpdateRequest: {type: object, required: [status], properties: {status: {type: string, enum: [active, deprecated, deleted]}, statusMessage: {type: string, maxLength: 500}}}
    AllVersionsStatusResponse: {type: object, required: [updatedCount, servers], properties: {updatedCount: {type: integer}, servers: {type: array, items: {$ref: '#/components/schemas/ServerResponse'}}}}
    Verdict: {type: object, required: [valid, issues], properties: {valid: {type: boolean}, issues: {type: array, items: {type: object}}}}
    DomainLogin: {type: object, required: [domain, timestamp, signed_timestamp], properties: {domain: {type: string}, timestamp: {type: string, format: date-time}, signed_timestamp: {type: string}}}
    Token: {type: object, required: [registry_token, expires_at], properties: {registry_token: {type: string}, expires_at: {type: integer}}}
    Problem: {type: object, properties: {title: {type: string}, status: {type: integer}, detail: {type: string}, errors: {type: array, items: {type: object}}, error: {type: string}}}`;

/**
 * The document of this edge at `/openapi.yaml`. Some clients recognise a registry by it: by the version 1.0.0 and a
 * description that names the specification's repository.
 */
export function registryOpenApi(): string {
  const paths = Map.groupBy(operations, ({ path }) => path);
  const text = [...paths].map(([path, list]) => `  ${path}:\n${list.map(operationText).join('')}`).join('');
  return `openapi: 3.1.0
info:
  title: MCP Registry API
  version: 1.0.0
  description: |
    The API of the official MCP Registry, see https://github.com/modelcontextprotocol/registry, as Assay serves it.
    Every address exists under /v0.1 and /v0. What Assay adds to a server (the trust and stage of its tools, and
    revocations) stands in its _meta under io.assay/registry.
paths:
${text}components:
  securitySchemes:
    bearerAuth: {type: http, scheme: bearer}
  parameters:${parameters}
  schemas:${schemas}
`;
}

function operationText({ method, summary, parameters: names = [], body, answer, needsKey }: Operation): string {
  const lines = [
    `    ${method}:`,
    `      summary: '${summary}'`,
    ...(names.length === 0 ? [] : ['      parameters:']),
    ...names.map((name) => `        - $ref: '#/components/parameters/${name}'`),
    ...(body === undefined
      ? []
      : [`      requestBody: {required: true, content: {application/json: {schema: ${reference(body)}}}}`]),
    ...(needsKey ? ['      security: [{bearerAuth: []}]'] : []),
    '      responses:',
    `        '200': {description: Done, content: {application/json: {schema: ${reference(answer)}}}}`,
    `        default: {description: Refused, content: {application/problem+json: {schema: ${reference('Problem')}}}}`,
  ];
  return `${lines.join('\n')}\n`;
}

const reference = (schema: string): string => `{$ref: '#/components/schemas/${schema}'}`;
