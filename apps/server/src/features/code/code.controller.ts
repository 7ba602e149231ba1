import type { CodeBody, CodeTypes, CodeTypesBody, RunView } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { RunCompositions } from '@assay/runs';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { withKey } from '../../edges/idempotency-header.js';
import { answerRun, runContextOf } from '../runs/run-responses.js';
import { LookUpForCode } from './code-lookup.js';

/** Code that calls tools, and the declarations it is written against. */
@Controller()
export class CodeController {
  constructor(
    @Inject(RunCompositions) private readonly runs: RunCompositions,
    @Inject(LookUpForCode) private readonly lookup: LookUpForCode,
  ) {}

  @Endpoint('runCode')
  async run(
    @CurrentCaller() caller: Caller,
    @Body() body: CodeBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RunView> {
    const context = runContextOf(request, reply);
    const run = unwrap(await this.runs.execute(caller, withKey(body, request), context));
    return answerRun(run, reply, context.isAsync);
  }

  @Endpoint('codeTypes')
  async types(@CurrentCaller() caller: Caller, @Body() body: CodeTypesBody): Promise<CodeTypes> {
    return unwrap(await this.lookup.types(caller, body));
  }
}
