import { delegableScopes } from '@assay/identity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { basicScopes } from './challenge.js';
import { isMcpPath, type McpResources, metadataPath } from './mcp-resources.js';

export interface ProtectedResourceOptions {
  readonly resources: McpResources;
  /** The authorization server whose tokens are accepted here. */
  readonly issuer: () => string;
  readonly ownUrl: () => string;
}

/**
 * Serves the metadata of every MCP address as a protected resource (RFC 9728): at its path-suffixed address, at the root
 * for `/mcp`, and below the address itself, where some clients look. It is the same for names that exist and names that do not.
 */
export function serveProtectedResources(fastify: FastifyInstance, options: ProtectedResourceOptions): void {
  const serve = (url: string, path: (request: FastifyRequest) => string): void => {
    fastify.get(url, (request, reply) => answer(options, path(request), request, reply));
    fastify.options(url, (_request, reply) => reply.headers(openToPages).status(204).send());
  };
  const afterMetadata = ({ url }: FastifyRequest) => url.split('?', 1)[0]?.slice(metadataPath.length) as string;
  const beforeMetadata = ({ url }: FastifyRequest) => url.split('?', 1)[0]?.slice(0, -metadataPath.length) as string;
  serve(metadataPath, () => '/mcp');
  for (const path of ['/mcp', '/mcp/toolsets/:name', '/mcp/servers/:ns/:server']) {
    serve(`${metadataPath}${path}`, afterMetadata);
    serve(`${path}${metadataPath}`, beforeMetadata);
  }
}

/** Pages of other origins may read it: it is public, and browser clients begin with it. */
const openToPages = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'mcp-protocol-version',
};

function answer(options: ProtectedResourceOptions, path: string, request: FastifyRequest, reply: FastifyReply): object {
  const { resources, issuer, ownUrl } = options;
  reply.headers({ ...openToPages, 'cache-control': 'public, max-age=300', vary: 'host' });
  return {
    resource: resources.at(isMcpPath(path) ? path : '/mcp', request.headers.host).asked,
    resource_name: 'Assay',
    authorization_servers: [issuer()],
    // What finding and calling tools takes; a call that needs more says so.
    scopes_supported: basicScopes.filter((it) => delegableScopes.includes(it)),
    bearer_methods_supported: ['header'],
    resource_documentation: `${ownUrl()}/docs`,
  };
}
