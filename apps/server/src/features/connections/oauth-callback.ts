import { errorTable } from '@assay/contracts';
import { AuthorizeConnection, spacedCode } from '@assay/vault';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FastifyRoutes } from '../../edges/http/fastify-routes.js';

import { oauthCallbackPath } from '../../edges/http/oauth-callback-path.js';

/** A page for a redirected browser stores nothing, loads nothing and cannot be framed. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Serves the address at which OAuth issuers send browsers back. */
@Injectable()
export class OAuthCallback implements OnModuleInit {
  constructor(
    @Inject(FastifyRoutes) private readonly routes: FastifyRoutes,
    @Inject(AuthorizeConnection) private readonly authorize: AuthorizeConnection,
  ) {}

  onModuleInit = (): void =>
    this.routes.serve((fastify) => void fastify.get(oauthCallbackPath, oauthCallback(this.authorize)));
}

/** The redirect target of OAuth issuers; it shows the code with which the caller completes the authorization. */
const oauthCallback =
  (authorize: Pick<AuthorizeConnection, 'answer'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answered = await authorize.answer(parametersOf(request.query as Record<string, unknown>));
    reply.headers(headers);
    if (!answered.ok) {
      const { code, message } = answered.error;
      return reply.status(errorTable[code].http).send(page('Not connected', `<p>${escaped(message)}</p>`));
    }
    const { code, connectionId, principal } = answered.value;
    return reply.send(page('One more step', nextStep(spacedCode(code), connectionId, principal)));
  };

/** Each once, as texts: a parameter that is given twice (RFC 6749, section 3.1) makes the answer invalid. */
function parametersOf(query: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(query);
  if (entries.some(([, value]) => typeof value !== 'string' || value.length > 8_192) || entries.length > 20) return {};
  return Object.fromEntries(entries) as Record<string, string>;
}

const nextStep = (code: string, connectionId: string, principal: string): string => `
<p>The provider has agreed. To finish, whoever began this, as <b>${escaped(principal)}</b>, gives Assay this code:</p>
<p class="code">${escaped(code)}</p>
<p><code>assay connections authorize ${escaped(connectionId)} --code ${escaped(code)}</code></p>
<p>Did somebody send you here? Then close this page and tell nobody the code: with it, your account would be theirs to
use. It ends by itself in ten minutes.</p>`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} · Assay</title>
<meta name="viewport" content="width=device-width">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem}
.code{font:700 2rem ui-monospace,monospace;letter-spacing:.1em}code{background:#8882;padding:.1em .3em}
:root{color-scheme:light dark}</style></head>
<body><h1>${title}</h1>${body}</body></html>
`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (it) => entities[it] ?? it);
