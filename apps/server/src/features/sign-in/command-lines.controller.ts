import type {
  CollectKey,
  CommandLineAnswer,
  CommandLineRequest,
  CommandLineView,
  DecideCommandLine,
  RequestCommandLine,
} from '@assay/contracts';
import { AdmitCommandLines, type Caller, commandLineTimes } from '@assay/identity';
import { dayMs, type Failure, isoTime } from '@assay/kernel';
import { Controller, Inject, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { FailureException, unwrap } from '../../edges/failure-exception.js';
import { PEOPLE_URL } from '../../platform/ports.js';
import { COUNT_LOGIN } from '../limits/ports.js';
import { SignInAttempts } from './attempts.js';

/** Command lines that get a key of a signed-in person. */
@Controller()
export class CommandLinesController {
  constructor(
    @Inject(AdmitCommandLines) private readonly admitting: AdmitCommandLines,
    @Inject(SignInAttempts) private readonly attempts: SignInAttempts,
    @Inject(COUNT_LOGIN) private readonly countLogin: (address: string) => Promise<Failure | undefined>,
    @Inject(PEOPLE_URL) private readonly peopleUrl: () => string,
  ) {}

  @Endpoint('requestCommandLine')
  async request(@Body() { machine }: RequestCommandLine, @Req() request: FastifyRequest): Promise<CommandLineRequest> {
    const tooMany = await this.countLogin(request.ip);
    if (tooMany !== undefined) throw new FailureException(tooMany);
    const { deviceCode, code, expiresAt } = await this.admitting.request(machine, request.ip);
    return {
      deviceCode,
      userCode: code,
      url: `${this.peopleUrl()}/command-line?code=${code}`,
      expiresAt: isoTime(expiresAt),
      intervalMs: commandLineTimes.intervalMs,
    };
  }

  @Endpoint('collectCommandLineKey')
  async collect(@Body() { deviceCode }: CollectKey, @Req() request: FastifyRequest): Promise<CommandLineAnswer> {
    const collected = await this.attempts.run(request, () => this.admitting.collect(deviceCode));
    if (collected.state !== 'allowed') return collected;
    const { state, id, key, expiresAt } = collected;
    return { state, key, keyId: id, expiresAt: isoTime(expiresAt) };
  }

  @Endpoint('showCommandLine')
  async show(@CurrentCaller() caller: Caller, @Param('code') code: string): Promise<CommandLineView> {
    const found = unwrap(await this.admitting.show(caller, code));
    const { machine, address, requestedAt, expiresAt, scopes } = found;
    return {
      ...{ code: found.code, machine, address, scopes },
      requestedAt: isoTime(requestedAt),
      expiresAt: isoTime(expiresAt),
      keyDays: commandLineTimes.keyMs / dayMs,
    };
  }

  @Endpoint('decideCommandLine')
  async decide(
    @CurrentCaller() caller: Caller,
    @Param('code') code: string,
    @Body() { decision }: DecideCommandLine,
  ): Promise<void> {
    unwrap(await this.admitting.decide(caller, code, decision));
  }
}
