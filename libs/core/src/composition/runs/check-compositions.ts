import type { RunBody, RunCheck } from '@assay/contracts';
import type { ToolVersion } from '../../catalog/records.js';
import type { Caller } from '../../identity/caller.js';
import { type CompilePorts, compileComposition } from '../compile-composition.js';
import { estimatePlan, type ToolOutlook } from '../estimate/estimate-plan.js';
import { outlookOfVersion } from '../estimate/outlook-of-version.js';
import { graphOf } from '../plan-graph.js';
import { compositionIn } from './composition-in.js';
import { runDefaults } from './run.js';

export interface CheckCompositionsPorts extends CompilePorts {
  /** What would stand in for a version if it failed, best first. */
  readonly standIns: (caller: Caller, version: ToolVersion) => readonly ToolVersion[];
  /** Whether policies would ask a person about a call of this caller. */
  readonly needsApproval: (caller: Caller, version: ToolVersion) => boolean;
}

/** Says everything that can be said of a composition before it runs. Nothing is called. */
export class CheckCompositions {
  readonly #ports: CheckCompositionsPorts;

  constructor(ports: CheckCompositionsPorts) {
    this.#ports = ports;
  }

  run(caller: Caller, body: RunBody): RunCheck {
    const { composition, at } = compositionIn(body);
    const deadlineMs = body.deadlineMs ?? runDefaults.deadlineMs;
    const compiled = compileComposition(composition, caller, this.#ports, { at, deadlineMs });
    if (!compiled.ok) return { ok: false, problems: compiled.error, warnings: [], graph: null, estimate: null };
    const { plan, tools, doubts, warnings } = compiled.value;
    const outlooks = new Map<string, ToolOutlook>();
    const outlook = (tool: string): ToolOutlook => {
      const known = outlooks.get(tool) ?? this.#outlookOf(caller, tools.find(tool));
      outlooks.set(tool, known);
      return known;
    };
    const { waves, approvals, ...estimate } = estimatePlan(plan, outlook);
    return {
      ok: true,
      problems: [],
      warnings: [...doubts, ...warnings.map((message) => ({ path: at, message }))],
      graph: graphOf(plan, tools),
      estimate: { ...estimate, waves: waves.map((it) => [...it]), approvals: [...approvals] },
    };
  }

  #outlookOf(caller: Caller, found: ReturnType<Parameters<typeof graphOf>[1]['find']>): ToolOutlook {
    if (!found.ok) throw new TypeError('a compiled composition has a tool that was not found');
    const { version, isExact } = found.value;
    const standIns = isExact ? [] : this.#ports.standIns(caller, version);
    return outlookOfVersion(version, standIns, this.#ports.needsApproval(caller, version));
  }
}
