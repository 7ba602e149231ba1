import type {
  Envelope,
  EvaluationView,
  RecordingView,
  SavedExampleView,
  SaveExample as SaveExampleBody,
  SetRecording,
  StartEvaluation,
} from '@assay/contracts';
import { ManageEvaluations, ManageRecordings, SaveExample } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { fail } from '@assay/kernel';
import { Controller, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { FinishedCalls } from '../audit/finished-calls.js';
import { evaluationView, exampleView, recordingView } from './evaluation-views.js';

/** Comparisons of tools, and the calls they replay. */
@Controller()
export class EvaluationsController {
  constructor(
    @Inject(ManageEvaluations) private readonly evaluations: ManageEvaluations,
    @Inject(SaveExample) private readonly examples: SaveExample,
    @Inject(ManageRecordings) private readonly recordings: ManageRecordings,
    @Inject(FinishedCalls) private readonly finished: FinishedCalls,
  ) {}

  @Endpoint('startEvaluation')
  async start(
    @CurrentCaller() caller: Caller,
    @Body() body: StartEvaluation,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EvaluationView> {
    const started = unwrap(await this.evaluations.start(caller, body));
    void reply.header('location', `/v1/evaluations/${started.id}`);
    return evaluationView(started);
  }

  @Endpoint('showEvaluation')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<EvaluationView> {
    return evaluationView(unwrap(await this.evaluations.find(caller, id)));
  }

  @Endpoint('saveExample')
  async save(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: SaveExampleBody,
  ): Promise<SavedExampleView> {
    const found = await this.finished.find(id);
    if (found === undefined || found.principalId !== caller.principalId)
      return unwrap(fail('not_found', `You have no finished call with the id "${id}".`));
    return exampleView(unwrap(await this.examples.save(caller, found.body as Envelope, body)));
  }

  @Endpoint('listSavedExamples')
  async list(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
    @Query() query: PageQuery,
  ) {
    const found = unwrap(await this.examples.list(caller, `${ns}/${tool}`, version));
    const { items, nextCursor } = pageOf(found, query, ({ example }) => example.id);
    return { items: items.map(exampleView), nextCursor };
  }

  @Endpoint('removeSavedExample')
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
    @Param('id') id: string,
  ): Promise<void> {
    unwrap(await this.examples.remove(caller, `${ns}/${tool}`, version, id));
  }

  @Endpoint('listRecordings')
  async listRecordings(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(await this.recordings.list(caller), query, (it) => it.tool);
    return { items: items.map(recordingView), nextCursor };
  }

  @Endpoint('setRecording')
  async record(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Body() { keep }: SetRecording,
  ): Promise<RecordingView> {
    return recordingView(unwrap(await this.recordings.set(caller, `${ns}/${tool}`, keep)));
  }

  @Endpoint('removeRecording')
  async stopRecording(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
  ): Promise<void> {
    unwrap(await this.recordings.remove(caller, `${ns}/${tool}`));
  }
}
