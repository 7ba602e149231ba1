import type { RunBody, RunCheck, RunStatus, RunSummary, RunView } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type Clock, isoTime, isoTimeOrNull } from '@assay/kernel';
import { CheckCompositions, type Run, RunCompositions, ShowRuns } from '@assay/runs';
import { Controller, Headers, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query, RawBody } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { withKey } from '../../edges/idempotency-header.js';
import { positionOf, timedPage } from '../../edges/timed-page.js';
import { CLOCK } from '../../platform/ports.js';
import { followRun } from './follow-run.js';
import { answerRun, runContextOf } from './run-responses.js';

interface RunListQuery {
  readonly cursor?: string;
  readonly limit?: number;
  readonly status?: RunStatus;
}

/** Compositions and their runs. */
@Controller()
export class RunsController {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CheckCompositions) private readonly checking: CheckCompositions,
    @Inject(RunCompositions) private readonly runs: RunCompositions,
    @Inject(ShowRuns) private readonly shown: ShowRuns,
  ) {}

  @Endpoint('checkPlan')
  check(@CurrentCaller() caller: Caller, @RawBody() body: unknown): Promise<RunCheck> {
    return this.checking.run(caller, body);
  }

  @Endpoint('executePlan')
  async execute(
    @CurrentCaller() caller: Caller,
    @Body() body: RunBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RunView> {
    const context = runContextOf(request, reply);
    const run = unwrap(await this.runs.execute(caller, withKey(body, request), context));
    return answerRun(run, reply, context.isAsync);
  }

  @Endpoint('listRuns')
  async list(@CurrentCaller() { principalId }: Caller, @Query() query: RunListQuery) {
    if (principalId === null) return { items: [], nextCursor: null };
    const { status } = query;
    const found = await this.shown.list({ principalId, status, ...positionOf(query) });
    const { items, nextCursor } = timedPage(
      found.map((it) => ({ ...it, createdAt: it.startedAt })),
      query,
    );
    return { items: items.map(summaryOf), nextCursor };
  }

  @Endpoint('showRun')
  async show(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RunView> {
    return answerRun(unwrap(await this.shown.show(caller, id)), reply);
  }

  @Endpoint('followRun')
  follow(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { clock } = this;
    return followRun(id, caller, lastEventId, reply, { runs: this.shown, clock });
  }

  @Endpoint('resumeRun')
  async resume(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RunView> {
    const context = runContextOf(request, reply);
    const run = unwrap(await this.runs.resume(caller, id, context));
    return answerRun(run, reply, context.isAsync);
  }

  @Endpoint('cancelRun')
  async cancel(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<RunView> {
    return unwrap(await this.runs.cancel(caller, id));
  }
}

const summaryOf = ({ id, notation, status, traceId, startedAt, endedAt }: Run): RunSummary => ({
  ...{ id, notation, status, traceId },
  startedAt: isoTime(startedAt),
  endedAt: isoTimeOrNull(endedAt),
});
