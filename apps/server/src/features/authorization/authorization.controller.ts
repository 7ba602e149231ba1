import type { AuthorizationDecision, AuthorizationRequestView, DecideAuthorization } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { Controller, Inject, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { DecideAuthorizations } from './decide-authorizations.js';

/** Requests of clients that a person decides on. */
@Controller()
export class AuthorizationController {
  constructor(@Inject(DecideAuthorizations) private readonly deciding: DecideAuthorizations) {}

  @Endpoint('showAuthorizationRequest')
  async show(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<AuthorizationRequestView> {
    return unwrap(await this.deciding.show(caller, id, request));
  }

  @Endpoint('decideAuthorizationRequest')
  async decide(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Body() body: DecideAuthorization,
  ): Promise<AuthorizationDecision> {
    return { redirectTo: unwrap(await this.deciding.decide(caller, id, request, body)) };
  }
}
