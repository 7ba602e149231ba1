import type { ResolveSaga, SagaState, SagaView, StartSaga } from '@assay/contracts';
import { type Caller, Directory } from '@assay/identity';
import { type Clock, isUuid } from '@assay/kernel';
import { BeginSagas, ManageSagas, type Saga } from '@assay/runs';
import { Controller, Headers, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { withKey } from '../../edges/idempotency-header.js';
import { OpenStreams } from '../../edges/open-streams.js';
import { badCursor, readCursor, writeCursor } from '../../edges/page.js';
import { traceIdOf } from '../../edges/trace-id.js';
import { CLOCK } from '../../platform/ports.js';
import { followSaga } from './follow-saga.js';
import { sagaView } from './saga-views.js';

interface SagaListQuery {
  readonly cursor?: string;
  readonly limit?: number;
  readonly state?: SagaState;
}

const defaultLimit = 50;
const limits = Object.freeze({
  ...{ all: 256, own: 32 },
  ...{ message: 'Too many clients follow sagas: try again later, or poll it.', retryAfterMs: 1_000 },
});

/** Steps with a way back. */
@Controller()
export class SagasController {
  readonly #streams: OpenStreams;

  constructor(
    @Inject(CLOCK) clock: Clock,
    @Inject(BeginSagas) private readonly beginning: BeginSagas,
    @Inject(ManageSagas) private readonly sagas: ManageSagas,
    @Inject(Directory) private readonly directory: Directory,
  ) {
    this.#streams = new OpenStreams(limits, clock);
  }

  @Endpoint('startSaga')
  async start(
    @CurrentCaller() caller: Caller,
    @Body() body: StartSaga,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SagaView> {
    const context = { caller, traceId: traceIdOf(request) };
    const saga = unwrap(await this.beginning.run(withKey(body, request), context));
    void reply.header('location', `/v1/sagas/${saga.id}`);
    return this.#view(saga);
  }

  @Endpoint('listSagas')
  async list(@CurrentCaller() caller: Caller, @Query() { cursor, limit = defaultLimit, state }: SagaListQuery) {
    const before = cursor === undefined ? undefined : readCursor(cursor);
    if (before !== undefined && !isUuid(before)) throw badCursor();
    const found = await this.sagas.list(caller, { state, before, limit: limit + 1 });
    const items = found.slice(0, limit).map((saga) => sagaView(saga, this.directory, false));
    const last = items.at(-1);
    return { items, nextCursor: found.length > limit && last !== undefined ? writeCursor(last.id) : null };
  }

  @Endpoint('showSaga')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<SagaView> {
    return this.#view(unwrap(await this.sagas.find(caller, id)));
  }

  @Endpoint('followSaga')
  async follow(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const saga = unwrap(await this.sagas.find(caller, id));
    await followSaga(saga, caller, lastEventId, reply, { manage: this.sagas, streams: this.#streams });
  }

  @Endpoint('cancelSaga')
  async cancel(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<SagaView> {
    return this.#view(unwrap(await this.sagas.cancel(caller, id)));
  }

  @Endpoint('resolveSaga')
  async resolve(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: ResolveSaga,
  ): Promise<SagaView> {
    return this.#view(unwrap(await this.sagas.resolve(caller, id, body)));
  }

  #view = (saga: Saga): SagaView => sagaView(saga, this.directory);
}
