import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="32" viewBox="0 0 120 32">
<path d="M4 26 12 6h4l8 20h-4l-2-5h-8l-2 5zm7-8h6l-3-8z" fill="#e8b04a"/>
<text x="32" y="23" font-family="sans-serif" font-size="20" fill="#fff">Assay</text></svg>`;

/** Pages at `/docs` on which every route can be read and tried; the root leads there. */
export async function serveDocumentation(fastify: FastifyInstance, document: object): Promise<void> {
  await fastify.register(swagger, { mode: 'static', specification: { document: document as never } });
  await fastify.register(swaggerUi, {
    routePrefix: '/docs',
    logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: '/docs' },
    theme: { title: 'Assay API' },
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true, persistAuthorization: true },
  });
  fastify.get('/', (_request, reply) => reply.redirect('/docs'));
}
