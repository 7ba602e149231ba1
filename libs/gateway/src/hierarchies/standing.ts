import type { FallbackLevelView } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import { type Catalogue, declaredLatency, type LatencyOf } from '@assay/registry';
import type { Circuits } from '../resilience/circuits.js';
import type { Level } from '../resilience/levels.js';
import { paceOf } from '../resilience/share-time.js';
import { levelAt } from './level-at.js';

export interface StandingPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly circuits: Pick<Circuits, 'stateOf'>;
  readonly latencyOf?: LatencyOf;
}

/** The current state of a level for the caller. For an invisible tool it contains only what was declared. */
export function standingOf(
  { tool, accuracy, mapping }: Level,
  priority: number,
  caller: Caller,
  { catalogue, directory, circuits, latencyOf = declaredLatency }: StandingPorts,
): FallbackLevelView {
  const at = levelAt(tool, caller, catalogue, directory);
  const declared = { priority, tool, accuracy, ...(mapping !== undefined && { mapping }) };
  if (at.state === 'absent') return { ...declared, ...unknown, problem: 'no tool of this name that you may see' };
  if (at.state === 'out of use') return { ...declared, ...unknown, problem: at.why };
  const { sla, costPerCallUsd } = at.version.manifest;
  const pace = paceOf(latencyOf(at.version, caller.organisationId));
  return {
    ...declared,
    version: at.version.version,
    p50Ms: pace.p50Ms ?? null,
    p99Ms: pace.p99Ms ?? null,
    costUsd: costPerCallUsd ?? null,
    availability: sla?.availability ?? null,
    circuit: circuits.stateOf(at.version.id),
    ...(at.state === 'refused' && { problem: at.why }),
  };
}

const unknown = { version: null, p50Ms: null, p99Ms: null, costUsd: null, availability: null, circuit: null };
