import type { Envelope } from '@assay/contracts';
import {
  type ApprovalStore,
  AwaitLimits,
  type CallLimits,
  type DecideApprovals,
  type DecideCalls,
  type DeclaredHierarchies,
  type Escalations,
  type IdempotencyLedger,
  type InvokeTool,
  levelAt,
} from '@assay/gateway';
import type { Caller, Directory } from '@assay/identity';
import {
  type AuditLog,
  type Clock,
  type DurableRuns,
  type Jobs,
  type LanguageModel,
  type LoadTokenCounter,
  type Random,
  splitReference,
} from '@assay/kernel';
import type { Catalogue, LatencyOf, ToolVersion } from '@assay/registry';
import {
  type AwaitPersonsPorts,
  type CallNoteStore,
  CheckComposites,
  CheckCompositions,
  CompositeTransport,
  HeldRuns,
  RunCompositions,
  RunMetrics,
  type RunStore,
  ShowRuns,
  SuspendCalls,
  type SuspendedCallStore,
  suspendedCallRun,
  TakeTurns,
  type WakeSagas,
} from '@assay/runs';
import type { RecordedCall } from './approvals.js';

export interface CompositionParts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly latencyOf: LatencyOf;
  readonly store: RunStore;
  readonly languageModel: LanguageModel | null;
  readonly approvals: Pick<ApprovalStore, 'find'>;
  readonly deciding: Pick<DecideApprovals, 'cancel'>;
  readonly suspendedCalls: SuspendedCallStore;
  readonly notes: CallNoteStore;
  readonly runs: DurableRuns;
  readonly sagas: WakeSagas;
  readonly ledger: IdempotencyLedger;
  readonly audit: Pick<AuditLog, 'flush'>;
  readonly defaultDeadlineMs: number;
  readonly loadTokens: LoadTokenCounter;
  readonly escalations: Pick<Escalations, 'completionOf'>;
  readonly recordedCall: (id: string) => Promise<RecordedCall | undefined>;
  readonly declared: DeclaredHierarchies;
  readonly policies: Pick<DecideCalls, 'run'>;
  readonly limits: CallLimits;
  readonly jobs: Pick<Jobs, 'add'>;
  /** What makes the calls; made after this. */
  readonly invoke: () => InvokeTool;
  readonly clock: Clock;
  readonly random: Random;
  readonly onProblem: (cause: unknown) => void;
}

/** Plans, pipelines, composed tools and chains: checked, run, and called as tools. */
export function buildCompositions(parts: CompositionParts) {
  const { catalogue, directory, latencyOf, store, languageModel, clock, random, onProblem } = parts;
  const metrics = new RunMetrics(onProblem);
  const reading = { catalogue, directory, latencyOf, hasModel: languageModel !== null, clock };
  const calling = {
    ...reading,
    ...{ clock, languageModel, metrics },
    invoke: takingTurns(parts),
    awaitLimits: new AwaitLimits({ ...parts.limits, clock }),
    approval: (id: string) => parts.approvals.find(id),
    recorded: async (id: string) => (await parts.recordedCall(id))?.body as Envelope | undefined,
    completionOf: (id: string) => parts.escalations.completionOf(id),
  };
  const held = new HeldRuns({ store, holder: random.uuid(), clock, onProblem });
  const leaving = leavingOf(parts, calling);
  return {
    shown: new ShowRuns({ store, held }),
    runs: new RunCompositions({
      ...calling,
      ...{ store, held, random },
      withdraw: leaving.withdraw,
    }),
    check: new CheckCompositions({
      ...reading,
      standIns: standInsOf(parts),
      verdict: (caller, version, input) => parts.policies.run(caller, version, input),
      loadTokens: parts.loadTokens,
    }),
    composites: new CheckComposites(reading),
    transport: new CompositeTransport({ ...calling, leaving, onProblem, notes: parts.notes }),
    leaving,
    metrics,
  };
}

/** The calls of all compositions, whose runs take turns when there are too many. */
const takingTurns = ({ catalogue, clock, invoke }: CompositionParts): TakeTurns =>
  new TakeTurns({
    invoke: { run: (...asked) => invoke().run(...asked) },
    isComposition: (reference) => {
      const [name, version] = splitReference(reference);
      const found = catalogue.tool(name)?.versions.find((it) => it.version === version);
      return found?.manifest.protocol === 'composite';
    },
    clock,
  });

/** Calls of compositions that wait for persons. */
function leavingOf(
  { suspendedCalls: store, runs, jobs, ledger, catalogue, directory, audit, sagas, ...parts }: CompositionParts,
  awaiting: AwaitPersonsPorts,
): SuspendCalls {
  const { clock, defaultDeadlineMs, onProblem, approvals, deciding } = parts;
  const leaving = new SuspendCalls({
    ...{ store, runs, ledger, catalogue, directory, audit, defaultDeadlineMs, onProblem },
    ...awaiting,
    clock,
    resuming: {
      resume: (call) => parts.invoke().resume(call),
      refuse: (call, failure) => parts.invoke().refuse(call, failure),
    },
    findApproval: (id) => approvals.find(id),
    withdraw: (caller, invocationId) => deciding.cancel(caller, invocationId),
    // A saga may wait for it as for an approval of its own.
    ended: ({ invocationId: id, idempotencyKey, principalId }) => sagas.settled({ id, idempotencyKey, principalId }),
  });
  runs.define(suspendedCallRun.kind, leaving.body);
  jobs.add(leaving.sweep);
  return leaving;
}

/** The levels behind a version's tool in the first hierarchy its organisation declares with it. */
const standInsOf =
  ({ catalogue, directory, declared }: CompositionParts) =>
  (caller: Caller, version: ToolVersion): readonly ToolVersion[] => {
    if (caller.organisationId === null) return [];
    const { name } = version.manifest;
    const [hierarchy] = declared.with(caller.organisationId, name);
    const own = hierarchy?.levels.findIndex(({ tool }) => splitReference(tool)[0] === name) ?? -1;
    if (hierarchy === undefined || own < 0) return [];
    return hierarchy.levels.slice(own + 1).flatMap(({ tool }) => {
      const at = levelAt(tool, caller, catalogue, directory);
      return at.state === 'callable' ? [at.version] : [];
    });
  };
