import type { Envelope } from '@assay/contracts';
import {
  type ApprovalStore,
  type Caller,
  type Catalogue,
  CheckComposites,
  CheckCompositions,
  type Clock,
  CompositeTransport,
  type DecideApprovals,
  type DecideCalls,
  type DeclaredHierarchies,
  type Directory,
  type Escalations,
  forgetRuns,
  HeldRuns,
  type InvokeTool,
  type Jobs,
  type LanguageModel,
  levelAt,
  type Random,
  RunCompositions,
  RunMetrics,
  type RunStore,
  splitReference,
  type ToolVersion,
} from '@assay/core';
import type { RecordedCall } from './approvals.js';

export interface CompositionParts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly store: RunStore;
  readonly languageModel: LanguageModel | null;
  readonly approvals: Pick<ApprovalStore, 'find'>;
  readonly deciding: Pick<DecideApprovals, 'cancel'>;
  readonly escalations: Pick<Escalations, 'completionOf'>;
  readonly recordedCall: (id: string) => Promise<RecordedCall | undefined>;
  readonly declared: DeclaredHierarchies;
  readonly policies: Pick<DecideCalls, 'run'>;
  readonly jobs: Pick<Jobs, 'add'>;
  /** What makes the calls; made after this. */
  readonly invoke: () => InvokeTool;
  readonly clock: Clock;
  readonly random: Random;
  readonly onProblem: (cause: unknown) => void;
}

/** Plans, pipelines, composed tools and chains: checked, run, and called as tools. */
export function buildCompositions(parts: CompositionParts) {
  const { catalogue, directory, store, languageModel, clock, random, onProblem } = parts;
  const metrics = new RunMetrics(onProblem);
  const reading = { catalogue, directory, hasModel: languageModel !== null, clock };
  const calling = {
    ...reading,
    ...{ clock, languageModel, metrics },
    invoke: { run: (...asked: Parameters<InvokeTool['run']>) => parts.invoke().run(...asked) },
    approval: (id: string) => parts.approvals.find(id),
    recorded: async (id: string) => (await parts.recordedCall(id))?.body as Envelope | undefined,
    completionOf: (id: string) => parts.escalations.completionOf(id),
  };
  const held = new HeldRuns({ store, holder: random.uuid(), clock, onProblem });
  parts.jobs.add(forgetRuns(store, clock));
  return {
    runs: new RunCompositions({
      ...calling,
      ...{ store, held, random },
      withdraw: (caller, invocationId) => parts.deciding.cancel(caller, invocationId),
    }),
    check: new CheckCompositions({
      ...reading,
      standIns: standInsOf(parts),
      needsApproval: (caller, version) => parts.policies.run(caller, version, {}).verdict === 'REQUIRE_APPROVAL',
    }),
    composites: new CheckComposites(reading),
    transport: new CompositeTransport(calling),
    metrics,
  };
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
