import {
  type CataloguePorts,
  type Consumers,
  DefinitionExaminer,
  definitionSweep,
  type FindingStore,
  type Jobs,
  ManageFindings,
  type Notices,
  OutputWatch,
  type QuarantineStore,
} from '@assay/core';

export interface FindingAdapters {
  readonly findings: FindingStore;
  readonly quarantines: QuarantineStore;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly jobs: Jobs;
  /** Told of a suspicious output that could not be counted. */
  readonly onProblem: (cause: unknown) => void;
}

/** Detection of abuse: in definitions when they are published and when the rules change, in outputs at every call. */
export function buildFindings(ports: Omit<CataloguePorts, 'store'>, { jobs, onProblem, ...adapters }: FindingAdapters) {
  const all = { ...ports, ...adapters };
  const examiner = new DefinitionExaminer(all);
  const sweep = definitionSweep({ ...all, examiner });
  jobs.add(sweep);
  const outputs = new OutputWatch({ ...all, onProblem });
  return { examiner, sweep, outputs, manage: new ManageFindings({ ...all, examiner }) };
}
