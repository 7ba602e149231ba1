import {
  registryDomainLoginSchema,
  registryListQuerySchema,
  registryOidcLoginSchema,
  registryStatusBodySchema,
} from '@assay/contracts';
import {
  type Authenticate,
  type Directory,
  defaultOrganisation,
  ownedNamespaces,
  type ProofMethod,
} from '@assay/identity';
import type {
  ChangeServerStatus,
  HostRule,
  LogIntoRegistry,
  Publisher,
  PublishServer,
  ReadServers,
  RegistryServer,
} from '@assay/importing';
import type { Failure, PendingChanges } from '@assay/kernel';
import { HttpStatus } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { requireScope } from '../../edges/caller-guard.js';
import { FailureException, unwrap } from '../../edges/failure-exception.js';
import { withPendingAudit } from '../../edges/with-pending-audit.js';
import type { DescribeServers } from './describe-servers.js';
import { registryOpenApi } from './openapi-yaml.js';
import { answerRegistryProblem } from './registry-problem.js';
import type { RegistryPublishers } from './registry-publishers.js';
import { givenQuery, serverNameOf, shaped, versionOf, wantsDeleted } from './registry-requests.js';
import { validateText } from './validate.js';

export interface RegistryEdgeOptions {
  readonly read: ReadServers;
  readonly publish: PublishServer;
  readonly changeStatus: ChangeServerStatus;
  readonly logIn: LogIntoRegistry;
  readonly publishers: RegistryPublishers;
  readonly describeServers: DescribeServers;
  readonly authenticate: Authenticate;
  readonly directory: Directory;
  /** Why no more credentials are taken from a network address; undefined when they are. */
  readonly countLogin: (address: string) => Promise<Failure | undefined>;
  readonly hostRule: HostRule;
  /** Whether an OpenID Connect issuer is configured. */
  readonly takesTokens: boolean;
  /** Whether anybody may read without a key. */
  readonly openReads: boolean;
  readonly pendingChanges: PendingChanges;
  readonly version: string;
  readonly log: Logger;
}

/** Development and stable; both are the same. */
const prefixes = ['/v0', '/v0.1'];

/** Serves the official MCP Registry API under `/v0` and `/v0.1`, and its document at `/openapi.yaml`. */
export async function serveMcpRegistry(fastify: FastifyInstance, options: RegistryEdgeOptions): Promise<void> {
  const { log } = options;
  fastify.get('/openapi.yaml', (_request, reply) => reply.type('application/yaml').send(registryOpenApi()));
  for (const prefix of prefixes) {
    await fastify.register(
      async (scope) => {
        scope.setErrorHandler((error, request, reply) => answerRegistryProblem(error, request, reply, log));
        scope.addHook('onRequest', async ({ method }, reply) => {
          if (readMethods.has(method)) reply.header('access-control-allow-origin', '*');
        });
        serveReads(scope, options);
        servePublishing(scope, options);
        await scope.register(async (logins) => serveLogins(logins, options));
        await scope.register(async (plain) => serveValidate(plain, options));
        serveTheRest(scope);
      },
      { prefix },
    );
  }
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The address of a server: its name as one segment, or with the slash some proxies have decoded. */
const serverPaths = ['/servers/:name', '/servers/:namespace/:local'];

function serveReads(scope: FastifyInstance, options: RegistryEdgeOptions): void {
  const { read, describeServers, version } = options;
  const describe = (servers: readonly RegistryServer[]) => describeServers.run(servers);
  const describeOne = oneBy(describeServers);
  const get = (path: string, handle: (request: FastifyRequest) => unknown) =>
    scope.get(path, async (request) => {
      await requireReader(options, request);
      return handle(request);
    });
  get('/servers', async (request) => {
    const query = shaped(registryListQuerySchema, givenQuery(request), 'query');
    const { servers, nextCursor } = unwrap(await read.list(query));
    return {
      servers: await describe(servers),
      metadata: { ...(nextCursor !== null && { nextCursor }), count: servers.length },
    };
  });
  for (const path of serverPaths) {
    get(`${path}/versions`, async (request) => {
      const servers = unwrap(await read.versions(serverNameOf(request), wantsDeleted(request)));
      return { servers: await describe(servers), metadata: { count: servers.length } };
    });
    get(`${path}/versions/:version`, async (request) =>
      describeOne(unwrap(await read.one(serverNameOf(request), versionOf(request), wantsDeleted(request)))),
    );
  }
  scope.get('/health', () => ({ status: 'ok' }));
  scope.get('/ping', () => ({ pong: true }));
  scope.get('/version', () => ({ version }));
}

const oneBy = (describe: DescribeServers) => async (server: RegistryServer) => (await describe.run([server]))[0];

/** Reads are open, whatever the request carries, unless the operator has closed anonymous reads. */
async function requireReader({ openReads, authenticate }: RegistryEdgeOptions, request: FastifyRequest): Promise<void> {
  if (openReads) return;
  requireScope(unwrap(await authenticate.run(request.headers.authorization, request.ip)), 'registry:read');
}

function servePublishing(
  scope: FastifyInstance,
  { pendingChanges, publishers, ...options }: RegistryEdgeOptions,
): void {
  const { publish, changeStatus, describeServers, directory } = options;
  const describeOne = oneBy(describeServers);
  const publisherOf = async (request: FastifyRequest) =>
    unwrap(await publishers.of(request.headers.authorization, request.ip));
  /** Who has proved a domain and belongs to no organisation is the installation's own guest. */
  const changing = <T>(request: FastifyRequest, { organisationId, principalId }: Publisher, work: () => Promise<T>) => {
    const organisation = organisationId ?? (directory.organisationNamed(defaultOrganisation)?.id as string);
    const [path = ''] = request.url.split('?');
    const action = `${request.method} ${request.routeOptions.url ?? path}`;
    return withPendingAudit(pendingChanges, { organisationId: organisation, principalId, action, subject: path }, work);
  };
  scope.post('/publish', async (request) => {
    const publisher = await publisherOf(request);
    const run = async () => unwrap(await publish.run(publisher, request.body));
    return describeOne(await changing(request, publisher, run));
  });
  for (const path of serverPaths) {
    scope.patch(`${path}/status`, async (request) => {
      const publisher = await publisherOf(request);
      const body = shaped(registryStatusBodySchema, request.body, 'body');
      const name = serverNameOf(request);
      const run = async () => unwrap(await changeStatus.all(publisher, name, body));
      const servers = await changing(request, publisher, run);
      return { updatedCount: servers.length, servers: await describeServers.run(servers) };
    });
    scope.patch(`${path}/versions/:version/status`, async (request) => {
      const publisher = await publisherOf(request);
      const body = shaped(registryStatusBodySchema, request.body, 'body');
      const target = { name: serverNameOf(request), version: versionOf(request) };
      const run = async () => unwrap(await changeStatus.one(publisher, target, body));
      return describeOne(await changing(request, publisher, run));
    });
    scope.put(`${path}/versions/:version`, () =>
      notOffered('Editing a published version is not supported by this registry: publish a new version'),
    );
    scope.delete(`${path}/versions/:version`, () =>
      notOffered('Deleting is not supported by this registry: set the status to deleted (PATCH …/status)'),
    );
  }
}

function serveLogins(scope: FastifyInstance, options: RegistryEdgeOptions): void {
  const { logIn, authenticate, directory, takesTokens, countLogin } = options;
  scope.addHook('preHandler', async ({ ip }) => {
    const refused = await countLogin(ip);
    if (refused !== undefined) throw new FailureException(refused);
  });
  for (const method of ['dns', 'http'] satisfies ProofMethod[]) {
    scope.post(`/auth/${method}`, async (request) => {
      const { domain, timestamp, signed_timestamp } = shaped(registryDomainLoginSchema, request.body, 'body');
      return unwrap(await logIn.domain(method, { domain, timestamp, signedTimestamp: signed_timestamp }));
    });
  }
  scope.post('/auth/oidc', async (request) => {
    if (!takesTokens)
      return notOffered('Login by OpenID Connect is not set up in this registry: use an API key, or /auth/dns');
    const { oidc_token: token } = shaped(registryOidcLoginSchema, request.body, 'body');
    const caller = unwrap(await authenticate.run(`Bearer ${token}`));
    requireScope(caller, 'registry:publish');
    const resources = ownedNamespaces(directory, caller).map((name) => `${name}/*`);
    return unwrap(await logIn.resources('oidc', caller.principalId ?? '', resources));
  });
  for (const method of ['github-at', 'github-oidc']) {
    scope.post(`/auth/${method}`, () =>
      notOffered(
        'Login by GitHub is not supported by this registry: use an API key, or prove your domain (/auth/dns, /auth/http)',
      ),
    );
  }
  scope.post('/auth/none', () =>
    notOffered(
      'Publishing without a login is not supported by this registry: use an API key, or prove your domain (/auth/dns, /auth/http)',
    ),
  );
}

/** Takes any text as its body, because a text that is not JSON gets a verdict too. */
function serveValidate(scope: FastifyInstance, { hostRule }: RegistryEdgeOptions): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  scope.post('/validate', async ({ body }) => validateText(typeof body === 'string' ? body : '', hostRule));
}

function serveTheRest(scope: FastifyInstance): void {
  scope.options('/*', (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, HEAD, OPTIONS')
      .header('access-control-allow-headers', '*')
      .header('access-control-max-age', '86400')
      .status(HttpStatus.NO_CONTENT)
      .send(),
  );
  const unknown = (request: FastifyRequest, _reply: FastifyReply) => {
    const path = (request.url.split('?')[0] ?? '').replace(/^\/v0(?:\.1)?/, '');
    throw new FailureException({
      code: 'not_found',
      message: `Endpoint not found. Did you mean '/v0.1${suggestion(path)}' or '/v0${suggestion(path)}'? See /docs for the API documentation.`,
    });
  };
  scope.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url: '/*', handler: unknown });
  scope.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url: '/', handler: unknown });
}

/** The address that was probably meant: that of one server used to end with its name. */
function suggestion(path: string): string {
  const name = /^\/servers\/([^/]+|[^/]+\/[^/]+)\/?$/.exec(path)?.[1];
  return name === undefined ? '/servers' : `/servers/${name.replace('/', '%2F')}/versions/latest`;
}

const notOffered = (message: string): never => {
  throw new FailureException({ code: 'not_implemented', message });
};
