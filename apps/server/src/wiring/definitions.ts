import {
  CheckDefinitionsSoon,
  type DefinitionCheckStore,
  definitionCheckJob,
  type ToolSource,
  WatchDefinitions,
} from '@assay/importing';
import type { Jobs, Notices } from '@assay/kernel';
import type { CataloguePorts, Consumers, QuarantineStore } from '@assay/registry';

export interface DefinitionAdapters {
  readonly source: ToolSource;
  readonly quarantines: QuarantineStore;
  readonly looks: DefinitionCheckStore;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly jobs: Jobs;
  /** Called for a check of a server that failed. */
  readonly onProblem: (server: string, cause: unknown) => void;
}

/** Comparing upstreams' definitions with the pinned ones: at imports, when an upstream says so, and daily. */
export function watchUpstreams(ports: Omit<CataloguePorts, 'store'>, adapters: DefinitionAdapters) {
  const { jobs, onProblem, ...rest } = adapters;
  const watch = new WatchDefinitions({ ...ports, ...rest });
  const { catalogue, clock } = ports;
  const round = definitionCheckJob({ catalogue, looks: adapters.looks, watch, clock, onProblem });
  jobs.add(round);
  return {
    watch,
    round,
    soon: new CheckDefinitionsSoon({ catalogue, watch, looks: adapters.looks, clock, onProblem }),
  };
}
