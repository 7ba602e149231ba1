import { TraceCalls } from '@assay/creation';
import { LearnFromCalls } from '@assay/discovery';
import {
  AcceptCalls,
  AskPersons,
  CandidateBook,
  DecideCalls,
  Freshness,
  GiveFeedback,
  Hierarchies,
  InvokeTool,
  LatencyTrials,
  LocalFaultMemory,
  OpenApprovals,
  qualityWith,
  RecordArguments,
  RunningCalls,
  RunShadows,
  retryDefaults,
  SettleKeys,
  type SuccessfulCall,
} from '@assay/gateway';
import { CheckDefinitionsSoon } from '@assay/importing';
import { BehaviourLog, EvidenceLog, OutputWatch } from '@assay/trust';
import { ProvideCredential } from '@assay/vault';
import { Module } from '@nestjs/common';
import { onBootstrap, onShutdown } from '../../platform/lifecycle.js';
import { memory } from '../../platform/port-sets.js';
import {
  ACCEPTED_CALLS,
  AUDIT_LOG,
  CATALOGUE_STORE,
  CHANGE_FEED,
  CIRCUITS,
  CLOCK,
  CONFIG,
  DURABLE_RUNS,
  FEEDBACK_STORE,
  IDEMPOTENCY_LEDGER,
  LANGUAGE_MODEL,
  LARGE_CHECKS,
  RANDOM,
  SCHEDULED_CALLS,
  TRANSPORT_OF,
} from '../../platform/ports.js';
import { from, made, provide, useCase } from '../../platform/provide.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { CandidateBookModule } from '../canaries/candidate-book.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ContentModule } from '../content/content.module.js';
import { CONTENT } from '../content/ports.js';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { ChoosingModule } from '../discovery/choosing.module.js';
import { FallbacksModule } from '../fallbacks/fallbacks.module.js';
import { MAP_INPUT } from '../fallbacks/ports.js';
import { FindingsModule } from '../findings/findings.module.js';
import { GapNotesModule } from '../gaps/gap-notes.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { CALL_LIMITS } from '../limits/ports.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { VersionCallerLog } from '../notifications/version-callers.js';
import { OutputsModule } from '../outputs/outputs.module.js';
import { OUTPUTS } from '../outputs/ports.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { LATENCY_OF } from '../trust/ports.js';
import { TrustModule } from '../trust/trust.module.js';
import { IdempotencyModule, ledgerProblems } from './idempotency.module.js';
import { CACHE_COUNTS, CALL_FINISHED, QUALITY, REPAIR_METRICS } from './ports.js';
import { RecordingModule } from './recording.module.js';
import { UsageCounter } from './usage.js';

const listeners = {
  usage: UsageCounter,
  evidence: EvidenceLog,
  learning: LearnFromCalls,
  behaviour: BehaviourLog,
  callers: VersionCallerLog,
  book: CandidateBook,
};

const providers = [
  provide(UsageCounter, { store: CATALOGUE_STORE, clock: CLOCK }, ({ store, clock }) => new UsageCounter(store, clock)),
  provide(QUALITY, { model: LANGUAGE_MODEL, clock: CLOCK }, ({ model, clock }) => qualityWith(model, clock)),
  provide(REPAIR_METRICS, { quality: QUALITY }, ({ quality }) => quality.metrics),
  provide(CACHE_COUNTS, { quality: QUALITY }, ({ quality }) => quality.cached),
  provide(CALL_FINISHED, listeners, ({ usage, evidence, learning, behaviour, callers, book }) => (event) => {
    evidence.note(event);
    if (event.candidate !== undefined) book.note(event);
    // What compares tools is paid like any call, and is no use of them.
    if (event.purpose !== undefined) return;
    usage.count(event);
    learning.note(event);
    behaviour.note(event);
    callers.note(event);
  }),
  useCase(InvokeTool, {
    ...memory,
    ...{ audit: AUDIT_LOG, clock: CLOCK, random: RANDOM, running: RunningCalls, transportOf: TRANSPORT_OF },
    ...{ credentials: ProvideCredential, quality: QUALITY, policies: DecideCalls, content: CONTENT },
    ...{ approvals: OpenApprovals, limits: CALL_LIMITS, outputs: OUTPUTS, accepted: ACCEPTED_CALLS },
    ...{ scheduled: SCHEDULED_CALLS, runs: DURABLE_RUNS },
    ...{ ledger: IDEMPOTENCY_LEDGER, settling: SettleKeys, onLedgerProblem: ledgerProblems },
    ...{ largeChecks: LARGE_CHECKS, circuits: CIRCUITS, escalations: AskPersons, fallbacks: Hierarchies },
    ...{
      mapInput: MAP_INPUT,
      latencyOf: LATENCY_OF,
      finished: CALL_FINISHED,
      recording: RecordArguments,
      shadows: RunShadows,
      onSuccess: from(TraceCalls, (calls) => (call: SuccessfulCall) => calls.note(call)),
    },
    inspect: from(OutputWatch, ({ inspect }) => inspect),
    onMissingTool: from(CheckDefinitionsSoon, ({ changed }) => changed),
    faults: from(CLOCK, (clock) => new LocalFaultMemory(clock)),
    retry: made(() => retryDefaults),
    trials: made(() => new LatencyTrials()),
    freshness: Freshness,
    defaultDeadlineMs: from(CONFIG, ({ defaultDeadlineMs }) => defaultDeadlineMs),
  }),
  useCase(RunShadows, {
    ...memory,
    ...{
      book: CandidateBook,
      limits: CALL_LIMITS,
      circuits: CIRCUITS,
      mapInput: MAP_INPUT,
      random: RANDOM,
      clock: CLOCK,
    },
  }),
  provide(Freshness, { feed: CHANGE_FEED, clock: CLOCK }, ({ feed, clock }) => new Freshness(feed, clock)),
  useCase(AcceptCalls, {
    ...{ accepted: ACCEPTED_CALLS, runs: DURABLE_RUNS, invoke: InvokeTool, running: RunningCalls },
    ...{ audit: AUDIT_LOG, clock: CLOCK },
    onProblem: ledgerProblems,
  }),
  useCase(GiveFeedback, {
    ...{ store: FEEDBACK_STORE, audit: AUDIT_LOG, clock: CLOCK },
    metrics: REPAIR_METRICS,
  }),
  onBootstrap('calls that a former process accepted', { accepting: AcceptCalls }, ({ accepting }) => accepting.start()),
  onShutdown(
    'calls under way',
    { running: RunningCalls, accepting: AcceptCalls, settling: SettleKeys, usage: UsageCounter },
    async ({ running, accepting, settling, usage }) => {
      await running.stopAll();
      accepting.stop();
      await settling.stop();
      await usage.flush();
    },
  ),
];

/** Making calls: every stage between a caller and an upstream. */
@Module({
  imports: [
    ...[
      ApprovalsModule,
      CandidateBookModule,
      ChoosingModule,
      ConnectionsModule,
      ContentModule,
      DefinitionsModule,
      FallbacksModule,
    ],
    ...[
      FindingsModule,
      GapNotesModule,
      IdempotencyModule,
      LimitsModule,
      NotificationsModule,
      OutputsModule,
      PoliciesModule,
      RecordingModule,
      TrustModule,
    ],
  ],
  providers,
  exports: providers,
})
export class CallsModule {}
