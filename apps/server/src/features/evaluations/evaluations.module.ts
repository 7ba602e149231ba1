import {
  ExamineContent,
  InvokeTool,
  ManageEvaluations,
  ManageRecordings,
  RecordArguments,
  RunEvaluations,
  SaveExample,
} from '@assay/gateway';
import { Module } from '@nestjs/common';
import { memory } from '../../platform/port-sets.js';
import {
  AUDIT_LOG,
  CLOCK,
  EVALUATION_STORE,
  JOBS,
  RANDOM,
  RECORDED_CALLS,
  SAVED_EXAMPLES,
  SEALER,
} from '../../platform/ports.js';
import { from, useCase } from '../../platform/provide.js';
import { AuditModule } from '../audit/audit.module.js';
import { ContentModule } from '../content/content.module.js';
import { CallsModule } from '../invocations/calls.module.js';
import { RecordingModule } from '../invocations/recording.module.js';
import { EvaluationsController } from './evaluations.controller.js';

const ports = {
  ...memory,
  ...{ audit: AUDIT_LOG, clock: CLOCK, random: RANDOM, sealer: SEALER, content: ExamineContent },
  ...{ recorded: RECORDED_CALLS, recording: RecordArguments },
  flush: from(RecordArguments, (recording) => () => recording.flush()),
};

const providers = [
  useCase(ManageRecordings, { ...ports, store: RECORDED_CALLS }),
  useCase(SaveExample, { ...ports, store: SAVED_EXAMPLES }),
  useCase(RunEvaluations, {
    ...ports,
    ...{ store: EVALUATION_STORE, examples: SAVED_EXAMPLES, jobs: JOBS, invoke: InvokeTool },
  }),
  useCase(ManageEvaluations, { ...ports, store: EVALUATION_STORE, runs: RunEvaluations }),
];

/** Comparisons of tools by calls that are replayed. */
@Module({
  imports: [AuditModule, CallsModule, ContentModule, RecordingModule],
  controllers: [EvaluationsController],
  providers,
  exports: providers,
})
export class EvaluationsModule {}
