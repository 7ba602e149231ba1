import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { securityHeaders } from './security-headers.js';

const library = createRequire(import.meta.url);
const { version } = library('openapi-explorer/package.json') as { version: string };

/**
 * Scripts and styles of this server alone. The library writes style attributes into its own page, which the stricter
 * rules of our own pages forbid.
 */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assay API</title>
<link rel="icon" href="data:,">
<style>body { margin: 0; font-family: system-ui, sans-serif }</style>
<script type="module" src="/docs/explorer.js?v=${version}"></script>
</head>
<body>
<openapi-explorer spec-url="/openapi.json" primary-color="#b45309" nav-bg-color="#1f2933" show-components="true">
<p>This page needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>.</p>
</openapi-explorer>
</body>
</html>
`;

/** The library's script as one file, compressed once. */
async function explorerScript(): Promise<Buffer> {
  const root = dirname(library.resolve('openapi-explorer/package.json'));
  return promisify(gzip)(await readFile(join(root, 'dist/browser/openapi-explorer.min.js')));
}

/** Pages at `/docs` on which every route can be read and tried. */
export function serveDocumentation(fastify: FastifyInstance): void {
  let script: Promise<Buffer> | undefined;
  const headers = { ...securityHeaders, 'content-security-policy': contentSecurityPolicy };
  fastify.get('/docs', (_request, reply) => reply.headers(headers).type('text/html; charset=utf-8').send(page));
  fastify.get('/docs/explorer.js', async (_request, reply) => {
    script ??= explorerScript();
    return reply
      .headers({ ...headers, 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'gzip' })
      .type('text/javascript; charset=utf-8')
      .send(await script);
  });
}
