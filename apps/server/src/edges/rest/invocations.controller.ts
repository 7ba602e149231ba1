import type { Envelope } from '@assay/contracts';
import { type Caller, fail } from '@assay/core';
import { Controller, Headers, HttpStatus, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Domain } from '../../wiring/domain.js';
import { unwrap } from '../failure-exception.js';
import { CurrentCaller } from './caller-guard.js';
import { Endpoint } from './endpoint.js';
import type { FinishedCalls } from './finished-calls.js';
import { followInvocation } from './follow-invocation.js';
import { DOMAIN, FINISHED_CALLS } from './tokens.js';

/** Calls under way and finished; making one is the invoke endpoint's. */
@Controller()
export class InvocationsController {
  constructor(
    @Inject(DOMAIN) private readonly domain: Domain,
    @Inject(FINISHED_CALLS) private readonly finished: FinishedCalls,
  ) {}

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
    return (await this.#found(id, caller)) ?? unwrap(fail('not_found', `No call of yours has the id "${id}".`));
  }

  @Endpoint('followInvocation')
  follow(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { running, clock } = this.domain;
    const finished = () => this.#found(id, caller);
    return followInvocation(id, caller, lastEventId, reply, { running, clock, finished });
  }

  @Endpoint('cancelInvocation')
  cancel(@CurrentCaller() caller: Caller, @Param('id') id: string): Envelope {
    const running = this.domain.running.find(id, caller.principalId);
    if (running === undefined) {
      const hint = `it may have ended, see GET /v1/invocations/${id}`;
      return unwrap(fail('not_found', `No running call of yours has the id "${id}": ${hint}.`));
    }
    running.call.whole.cancel();
    return running.view();
  }

  async #found(id: string, { principalId }: Caller): Promise<Envelope | undefined> {
    const found = await this.finished.find(id);
    if (found === undefined || found.principalId !== principalId) return undefined;
    return { ...(found.body as Envelope), receipt: found.receipt };
  }
}
