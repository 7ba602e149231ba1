import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { securityHeaders } from '../features/approvals/security-headers.js';

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="32" viewBox="0 0 120 32">
<path d="M4 26 12 6h4l8 20h-4l-2-5h-8l-2 5zm7-8h6l-3-8z" fill="#e8b04a"/>
<text x="32" y="23" font-family="sans-serif" font-size="20" fill="#fff">Assay</text></svg>`;

/**
 * Scripts and styles of this server alone. The library writes styles and Markdown into its own pages, which the stricter
 * rules of our own pages forbid.
 */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Pages at `/docs` on which every route can be read and tried; the root leads there. */
export async function serveDocumentation(fastify: FastifyInstance, document: () => object): Promise<void> {
  await fastify.register(swagger, { openapi: {}, transformObject: document as never });
  addSecurityHeaders(fastify);
  await fastify.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: contentSecurityPolicy,
    logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: '/docs' },
    theme: { title: 'Assay API' },
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true, persistAuthorization: true },
  });
  fastify.get('/', (_request, reply) => reply.redirect('/docs'));
}

/** The headers of every page; files that never change may be kept by the browser. */
function addSecurityHeaders(fastify: FastifyInstance): void {
  const { 'cache-control': noStore, ...always } = securityHeaders;
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isDocumentation(request.url)) {
      reply.headers(always);
      if (!request.url.startsWith('/docs/static/')) reply.header('cache-control', noStore);
    }
    done();
  });
}

const isDocumentation = (url: string): boolean =>
  url.startsWith('/docs') && (url.length === 5 || url[5] === '/' || url[5] === '?');
