import type { Jobs, Notices } from '@assay/kernel';
import {
  type CataloguePorts,
  type Consumers,
  type QuarantineStore,
  type RevokeByRule,
  WellUsedTools,
} from '@assay/registry';
import {
  type AlertStore,
  BehaviourLog,
  type BehaviourStore,
  DefinitionExaminer,
  definitionSweep,
  type EvidenceStore,
  type FindingStore,
  ManageFindings,
  OutputWatch,
  RaiseAlert,
  RevokeAbuse,
  type SecretRules,
  WatchBehaviour,
} from '@assay/trust';

export interface FindingAdapters {
  readonly findings: FindingStore;
  readonly quarantines: QuarantineStore;
  readonly secrets: SecretRules;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly alerts: AlertStore;
  readonly behaviour: BehaviourStore;
  readonly evidence: EvidenceStore;
  readonly byRule: RevokeByRule;
  readonly jobs: Jobs;
  /** Called for a suspicious output that could not be counted. */
  readonly onProblem: (cause: unknown) => void;
}

/** Detection of abuse: in definitions when they are published and when the rules change, in outputs at every call. */
export function buildFindings(ports: Omit<CataloguePorts, 'store'>, { jobs, onProblem, ...adapters }: FindingAdapters) {
  const all = { ...ports, ...adapters, wellUsed: new WellUsedTools(ports) };
  const examiner = new DefinitionExaminer(all);
  const sweep = definitionSweep({ ...all, examiner });
  jobs.add(sweep);
  const response = new RevokeAbuse(all);
  jobs.add(response);
  const log = new BehaviourLog(adapters.behaviour, ports.clock);
  const watch = new WatchBehaviour(all);
  jobs.add(watch);
  const outputs = new OutputWatch({
    ...all,
    onProblem,
    answered: (versionId, principalId, output) => log.output(versionId, principalId, output),
  });
  return {
    examiner,
    sweep,
    outputs,
    /** How versions behave, and the pass that compares it with how they did. */
    behaviour: log,
    watch,
    response,
    manage: new ManageFindings({ ...all, examiner, response }),
    alerts: new RaiseAlert(all),
  };
}
