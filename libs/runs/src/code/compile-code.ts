import type { Caller } from '@assay/identity';
import type { Compiled } from '../compile-composition.js';
import { FindTools, type FindToolsPorts } from '../find-tools.js';
import { planOf } from '../plan.js';
import type { KeptStep } from '../runs/run.js';

/** Nothing of code is known beforehand: it asks for tools as it runs. */
const noPlan = planOf({ nodes: [], outputs: [], forwardsFailures: false });

/** Code as what a run carries out, with the tools of this caller. */
export const compileCode = (
  caller: Caller,
  ports: FindToolsPorts,
  pins: Readonly<Record<string, string>> = {},
): Compiled => ({
  ...{ notation: 'code', plan: noPlan, warnings: [], inputSchema: undefined, outputSchema: undefined },
  ...{ tools: new FindTools(ports, caller, pins), texts: [], doubts: [] },
});

/** Versions by the references that calls were made by before. */
export function pinsOf(steps: readonly KeptStep[]): Readonly<Record<string, string>> {
  const pins: Record<string, string> = {};
  for (const { called, acted, view } of steps) {
    const version = acted?.version ?? view?.version;
    if (called?.kind === 'tool' && version !== undefined) pins[called.name] ??= version;
  }
  return pins;
}

/** A number for the randomness of a run: the same each time it is carried out. */
export function seedOf(runId: string): number {
  return Number.parseInt(runId.replaceAll('-', '').slice(-8), 16) || 1;
}
