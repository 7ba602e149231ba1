import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '@assay/kernel';
import fastifyStatic from '@fastify/static';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FastifyRoutes } from '../../edges/http/fastify-routes.js';
import { securityHeaders } from '../../edges/security-headers.js';
import { isPageRequest } from './console-addresses.js';

/** Where the build of apps/console puts the pages; the same from this file's source and from its build. */
const site = join(import.meta.dirname, '..', '..', '..', '..', 'console', 'dist', 'site');

/**
 * Scripts and styles of this server's files alone, and no text becomes a script or markup. Styles that components set on
 * elements go through the object model, which this policy allows and a style attribute in markup it does not.
 */
export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const pageHeaders = { ...securityHeaders, 'content-security-policy': consolePolicy, 'cache-control': 'no-cache' };

const assetCacheMs = 365 * dayMs;

/** Serves the console: its files under `/assets`, and its one document at every address that no API has. */
@Injectable()
export class ConsolePages implements OnModuleInit {
  constructor(@Inject(FastifyRoutes) private readonly routes: FastifyRoutes) {}

  onModuleInit = (): void =>
    this.routes.serve(existsSync(join(site, 'index.html')) ? serveConsole : serveWithoutConsole);
}

async function serveConsole(fastify: FastifyInstance): Promise<void> {
  await fastify.register(fastifyStatic, { root: site, serve: false, preCompressed: true });
  fastify.get<{ Params: { '*': string } }>('/assets/*', ({ params }, reply) =>
    reply
      .headers({ 'x-content-type-options': 'nosniff', 'content-security-policy': consolePolicy })
      .sendFile(`assets/${params['*']}`, { maxAge: assetCacheMs, immutable: true }),
  );
  fastify.get('/', sendDocument);
  fastify.get('/*', (request, reply) => (isPage(request) ? sendDocument(request, reply) : reply.callNotFound()));
}

const isPage = ({ url, headers }: FastifyRequest): boolean => isPageRequest(url, headers.accept);

/** The same for every address: which page it is, the script in it finds out. */
const sendDocument = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.headers(pageHeaders).sendFile('index.html', { cacheControl: false });

/** Before the pages are built the root leads to the description of the API; unknown addresses are answered as with pages. */
function serveWithoutConsole(fastify: FastifyInstance): void {
  fastify.get('/', (_request, reply) => reply.redirect('/docs'));
  fastify.get('/*', (_request, reply) => reply.callNotFound());
}
