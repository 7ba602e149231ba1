import { type Envelope, type Invoke, routes } from '@assay/contracts';
import { type Caller, type Failure, fail, type Invoked, isUuid } from '@assay/core';
import type { AuditReader } from '@assay/persistence';
import { Controller, HttpStatus, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Domain } from '../../wiring/domain.js';
import { FailureException, unwrap } from '../failure-exception.js';
import { traceIdOf } from '../trace-id.js';
import { type AuthenticatedRequest, CurrentCaller } from './caller-guard.js';
import { bodyOf, queryOf } from './checked.js';
import { Endpoint } from './endpoint.js';
import { AUDIT_READER, DOMAIN } from './tokens.js';

/** Calling tools. */
@Controller()
export class InvocationsController {
  /** Ids that callers chose, from the moment they are asked for until their request is answered. */
  readonly #claimed = new Set<string>();

  constructor(
    @Inject(DOMAIN) private readonly domain: Domain,
    @Inject(AUDIT_READER) private readonly reader: Pick<AuditReader, 'findInvocation'>,
  ) {}

  /** Takes the request whole: the framework's way of handing over each part costs more than checking them. */
  @Endpoint('invoke')
  async invoke(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope> {
    const { user: caller, headers } = request;
    const body = bodyOf(routes.invoke, request) as Invoke;
    const query = queryOf(routes.invoke, request) as { dryRun?: 'true' | 'false' };
    const context = { caller, traceId: traceIdOf(request), dryRun: query.dryRun === 'true' };
    const signal = goneSignal(reply);
    const run = async (it: Invoke) => {
      if (/\brespond-async\b/.test(String(headers.prefer ?? ''))) return this.#begin(it, context, reply);
      return answer(await this.domain.invoke.run(it, { ...context, signal }));
    };
    if (body.id === undefined) return run(body);
    const id = body.id.toLowerCase();
    await this.#claim(id);
    try {
      return await run({ ...body, id });
    } finally {
      this.#claimed.delete(id);
    }
  }

  @Endpoint('showInvocation')
  async show(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope> {
    const running = this.domain.running.find(id, caller.principalId);
    if (running !== undefined) {
      void reply.status(HttpStatus.ACCEPTED);
      return running.view();
    }
    const found = await this.#finished(id);
    if (found === undefined || found.principalId !== caller.principalId) throw new FailureException(unknown(id));
    return { ...(found.body as Envelope), receipt: found.receipt };
  }

  @Endpoint('cancelInvocation')
  cancel(@CurrentCaller() caller: Caller, @Param('id') id: string): Envelope {
    const running = this.domain.running.find(id, caller.principalId);
    if (running === undefined) {
      return unwrap(
        fail(
          'not_found',
          `No running call of yours has the id "${id}": it may have ended, see GET /v1/invocations/${id}.`,
        ),
      );
    }
    running.call.deadline.cancel();
    return running.view();
  }

  #begin(body: Invoke, context: Parameters<Domain['invoke']['run']>[1], reply: FastifyReply): Envelope {
    const id = body.id ?? this.domain.random.uuid();
    this.domain.invoke.run({ ...body, id }, context).catch(() => {});
    const running = this.domain.running.find(id, context.caller.principalId);
    void reply.status(HttpStatus.ACCEPTED).header('location', `/v1/invocations/${id}`);
    return (running as NonNullable<typeof running>).view();
  }

  /** Takes an id for one request: of several that name it at once, the others are refused. */
  async #claim(id: string): Promise<void> {
    if (this.#claimed.has(id) || this.domain.running.has(id)) throw used(id);
    this.#claimed.add(id);
    const found = await this.#finished(id).catch((error: unknown) => {
      this.#claimed.delete(id);
      throw error;
    });
    if (found === undefined) return;
    this.#claimed.delete(id);
    throw used(id);
  }

  async #finished(id: string) {
    if (!isUuid(id)) throw new FailureException(unknown(id));
    const found = await this.reader.findInvocation(id);
    if (found !== undefined || this.domain.audit.backlog === 0) return found;
    await this.domain.audit.flush();
    return this.reader.findInvocation(id);
  }
}

const used = (id: string): FailureException =>
  new FailureException({ code: 'conflict', message: `The invocation id ${id} has been used: choose another.` });

const unknown = (id: string): Failure => ({ code: 'not_found', message: `No call of yours has the id "${id}".` });

/** The envelope, or its failure with the envelope's members beside the problem's. */
function answer({ envelope, failure }: Invoked): Envelope {
  if (failure === undefined) return envelope;
  const { status, ...members } = envelope;
  throw new FailureException(failure, { ...members, invocationStatus: status });
}

/** Aborts when the client closes the connection before it was answered. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
