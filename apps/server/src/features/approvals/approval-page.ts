import { isUuid } from '@assay/kernel';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { FailureException } from '../../edges/failure-exception.js';
import { FastifyRoutes } from '../../edges/http/fastify-routes.js';
import { approvalPageHtml, approvalPageScript, approvalPageStyle } from './approval-page-assets.js';
import { securityHeaders } from './security-headers.js';

/**
 * Nothing but this server's own script and style runs on the page, and nothing can frame it. Decisions are safe from
 * other sites' requests because they need the Authorization header, which no browser adds by itself.
 */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  ...securityHeaders,
};

const sent = (reply: FastifyReply, type: string, text: string): FastifyReply =>
  reply.headers({ ...headers, 'content-type': `${type}; charset=utf-8` }).send(text);

/** Serves the page at which a person decides on a call: `/approvals/{id}`, the same for every id, known or not. */
@Injectable()
export class ApprovalPage implements OnModuleInit {
  constructor(@Inject(FastifyRoutes) private readonly routes: FastifyRoutes) {}

  onModuleInit = (): Promise<void> => this.routes.serve(serveApprovalPage);
}

function serveApprovalPage(fastify: FastifyInstance): void {
  fastify.get('/approvals/page.css', (_request, reply) => sent(reply, 'text/css', approvalPageStyle));
  fastify.get('/approvals/page.js', (_request, reply) => sent(reply, 'text/javascript', approvalPageScript));
  fastify.get<{ Params: { id: string } }>('/approvals/:id', ({ params }, reply) => {
    if (!isUuid(params.id)) throw notAnId();
    return sent(reply, 'text/html', approvalPageHtml);
  });
}

const notAnId = (): FailureException =>
  new FailureException({
    code: 'not_found',
    message: 'No approval has this address: "assay approvals" and GET /v1/approvals list those that wait.',
  });
