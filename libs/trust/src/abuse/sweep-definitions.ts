import type { Clock, Job } from '@assay/kernel';
import { dayMs } from '@assay/kernel';
import type { Catalogue, ToolVersion } from '@assay/registry';
import type { DefinitionExaminer } from './definition-examiner.js';
import { ruleSetVersion } from './detect.js';
import type { FindingStore } from './finding-store.js';

export interface SweepPorts {
  readonly catalogue: Catalogue;
  readonly findings: Pick<FindingStore, 'unscanned' | 'markScanned' | 'forgetSightings'>;
  readonly examiner: Pick<DefinitionExaminer, 'settle'>;
  readonly clock: Clock;
}

const everyMs = 5 * 60_000;
const batch = 100;
/** How long a sighting counts. */
export const sightingWindowMs = 30 * dayMs;

/**
 * Judges definitions that no set of rules as new as this one has judged: after the rules have changed, and what a crash
 * left. Each is judged once; sightings that are too old to count are forgotten.
 */
export const definitionSweep = (ports: SweepPorts): Job => ({
  name: 'abuse.definitions',
  everyMs,
  run: (signal) => sweepDefinitions(ports, signal),
});

export async function sweepDefinitions({ catalogue, findings, examiner, clock }: SweepPorts, signal: AbortSignal) {
  await findings.forgetSightings(clock.now() - sightingWindowMs);
  while (!signal.aborted) {
    const ids = await findings.unscanned(ruleSetVersion, batch);
    const known = ids.flatMap((id) => versionOf(catalogue, id) ?? []);
    for (const version of known) {
      if (signal.aborted) return;
      await examiner.settle(version);
    }
    // A version that this replica has not heard of yet is left for the next pass.
    if (known.length === 0) return;
  }
}

function versionOf(catalogue: Catalogue, id: string): ToolVersion | undefined {
  const tool = catalogue.toolOf(id);
  return tool === undefined ? undefined : catalogue.tool(tool)?.versions.find((it) => it.id === id);
}
