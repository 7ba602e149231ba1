import type { Envelope } from '@assay/contracts';
import {
  AgreeAtJoin,
  AskPersons,
  AwaitLimits,
  DecideApprovals,
  DecideCalls,
  DeclaredHierarchies,
  foreseeCall,
  InvokeTool,
} from '@assay/gateway';
import { splitReference } from '@assay/kernel';
import {
  AnswerQuestions,
  AskQuestions,
  CheckCompositions,
  CompositeTransport,
  HeldRuns,
  RunCompositions,
  RunMetrics,
  ShowRuns,
  SuspendCalls,
  suspendedCallRun,
  TakeTurns,
} from '@assay/runs';
import { Module } from '@nestjs/common';
import { ResponseCeiling } from '../../edges/mcp/results/response-ceiling.js';
import { ResponseCeilingModule } from '../../edges/mcp/results/response-ceiling.module.js';
import { memory, warns } from '../../platform/port-sets.js';
import {
  APPROVAL_STORE,
  AUDIT_LOG,
  CALL_NOTE_STORE,
  CIRCUITS,
  CLOCK,
  CONFIG,
  DURABLE_RUNS,
  IDEMPOTENCY_LEDGER,
  JOBS,
  LANGUAGE_MODEL,
  LOAD_TOKENS,
  OWN_URL,
  QUESTION_STORE,
  RANDOM,
  RUN_STORE,
  SANDBOX,
  SUSPENDED_CALL_STORE,
} from '../../platform/ports.js';
import { connect, from, port, provide, recurring, useCase } from '../../platform/provide.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { RECORDED_CALL } from '../audit/ports.js';
import { LookUpForCode } from '../code/code-lookup.js';
import { CodeLookupModule } from '../code/code-lookup.module.js';
import { FallbacksModule } from '../fallbacks/fallbacks.module.js';
import { CallsModule } from '../invocations/calls.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { CALL_LIMITS } from '../limits/ports.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';
import { OutputsModule } from '../outputs/outputs.module.js';
import { OUTPUTS } from '../outputs/ports.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { TrustModule } from '../trust/trust.module.js';
import { CheckCompositesModule, readingPorts } from './check-composites.module.js';
import { fallbacksOf } from './fallbacks-of.js';
import { PlanTools } from './plan-tools.js';
import { QuestionsController } from './questions.controller.js';
import { RunTasks } from './run-tasks.js';
import { RunsController } from './runs.controller.js';

const onProblem = warns('failed to persist run state');

/** What a step waits for: a call, or a question. */
const RECORDED_STEP = port<(id: string) => Promise<Envelope | undefined>>('recorded step');

/** How the calls of compositions are made, and waited for. */
const calling = {
  ...readingPorts,
  ...{
    languageModel: LANGUAGE_MODEL,
    metrics: RunMetrics,
    invoke: TakeTurns,
    awaitLimits: AwaitLimits,
    questions: AskQuestions,
    agree: AgreeAtJoin,
  },
  approval: from(APPROVAL_STORE, (store) => (id: string) => store.find(id)),
  recorded: RECORDED_STEP,
  completionOf: from(AskPersons, (asked) => (id: string) => asked.completionOf(id)),
};

const providers = [
  useCase(AgreeAtJoin, { languageModel: LANGUAGE_MODEL, clock: CLOCK }),
  provide(
    RECORDED_STEP,
    { find: RECORDED_CALL, questions: AskQuestions },
    ({ find, questions }) =>
      async (id: string) => {
        const call = (await find(id))?.body as Envelope | undefined;
        return call ?? questions.recorded(id);
      },
  ),
  provide(RunMetrics, { onProblem }, (ports) => new RunMetrics(ports.onProblem)),
  provide(
    AwaitLimits,
    { limits: CALL_LIMITS, clock: CLOCK },
    ({ limits, clock }) => new AwaitLimits({ ...limits, clock }),
  ),
  provide(
    TakeTurns,
    { invoke: InvokeTool, catalogue: memory.catalogue, clock: CLOCK },
    ({ invoke, catalogue, clock }) => {
      const isComposition = (reference: string) => {
        const [name, version] = splitReference(reference);
        const found = catalogue.tool(name)?.versions.find((it) => it.version === version);
        return found?.manifest.protocol === 'composite';
      };
      return new TakeTurns({ invoke, isComposition, clock });
    },
  ),
  provide(HeldRuns, { store: RUN_STORE, random: RANDOM, clock: CLOCK, onProblem }, ({ random, ...ports }) => {
    return new HeldRuns({ ...ports, holder: random.uuid() });
  }),
  useCase(ShowRuns, { store: RUN_STORE, held: HeldRuns }),
  useCase(AskQuestions, {
    ...{ store: QUESTION_STORE, directory: memory.directory, notices: NOTICES, random: RANDOM, clock: CLOCK },
    ...{ url: OWN_URL, onProblem: warns('failed to ask, or to notify of, a question of a composition') },
  }),
  useCase(AnswerQuestions, { store: QUESTION_STORE, runs: DURABLE_RUNS, clock: CLOCK }),
  provide(
    SuspendCalls,
    {
      ...calling,
      ...{ store: SUSPENDED_CALL_STORE, runs: DURABLE_RUNS, ledger: IDEMPOTENCY_LEDGER, audit: AUDIT_LOG, onProblem },
      ...{ calls: InvokeTool, approvals: APPROVAL_STORE, deciding: DecideApprovals },
      defaultDeadlineMs: from(CONFIG, ({ defaultDeadlineMs }) => defaultDeadlineMs),
    },
    ({ calls, approvals, deciding, ...ports }) =>
      new SuspendCalls({
        ...ports,
        resuming: calls,
        findApproval: (id) => approvals.find(id),
        withdraw: (caller, invocationId) => deciding.cancel(caller, invocationId),
      }),
  ),
  connect('run of suspended calls', { runs: DURABLE_RUNS, suspended: SuspendCalls }, ({ runs, suspended }) =>
    runs.define(suspendedCallRun, suspended.body),
  ),
  useCase(RunCompositions, {
    ...calling,
    ...{ store: RUN_STORE, held: HeldRuns, random: RANDOM },
    withdraw: from(SuspendCalls, ({ withdraw }) => withdraw),
    router: from(OUTPUTS, ({ router }) => router),
    ...{ sandbox: SANDBOX, lookup: LookUpForCode },
  }),
  provide(
    CheckCompositions,
    {
      ...readingPorts,
      declared: DeclaredHierarchies,
      policies: DecideCalls,
      circuits: CIRCUITS,
      loadTokens: LOAD_TOKENS,
    },
    ({ declared, policies, circuits, ...ports }) =>
      new CheckCompositions({
        ...ports,
        standIns: fallbacksOf({ ...ports, declared }),
        verdict: (caller, version, input) => policies.run(caller, version, input),
        foresee: (caller, version) => foreseeCall(caller, version, { directory: ports.directory, policies, circuits }),
      }),
  ),
  useCase(CompositeTransport, {
    ...{ ...calling, leaving: SuspendCalls, notes: CALL_NOTE_STORE, onProblem },
    router: from(OUTPUTS, ({ router }) => router),
  }),
  recurring('jobs of runs', { jobs: JOBS, suspended: SuspendCalls }, ({ suspended }) => suspended.sweep),
  useCase(RunTasks, { shown: ShowRuns, runs: RunCompositions, ceiling: ResponseCeiling, clock: CLOCK }),
  useCase(PlanTools, { runs: RunCompositions, shown: ShowRuns, ceiling: ResponseCeiling, clock: CLOCK }),
];

/** Plans, pipelines, composed tools and chains: checked, run, and called as tools. */
@Module({
  imports: [
    ...[ApprovalsModule, AuditModule, CallsModule, CheckCompositesModule, CodeLookupModule, FallbacksModule],
    ...[LimitsModule, NotificationsModule, OutputsModule, PoliciesModule, ResponseCeilingModule, TrustModule],
  ],
  controllers: [QuestionsController, RunsController],
  providers,
  exports: providers,
})
export class RunsModule {}
