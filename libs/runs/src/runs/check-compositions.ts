import type { RunBody, RunCheck } from '@assay/contracts';
import type { ForeseenCall } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { examineComposition } from '../compile-composition.js';
import { type Composition, toolsNamedIn } from '../composition.js';
import { EstimateComposition, type EstimatePorts } from '../estimate/estimate-composition.js';
import type { Estimate } from '../estimate/estimate-plan.js';
import type { CallTokens } from '../estimate/tokens-of-calls.js';
import type { FindTools } from '../find-tools.js';
import { graphOf } from '../plan-graph.js';
import { compositionIn } from './composition-in.js';
import { runDefaults } from './run.js';

export interface CheckPorts extends EstimatePorts {
  /** The outcome to expect of a call, whatever its arguments are. */
  readonly foresee: (caller: Caller, version: ToolVersion) => ForeseenCall;
}

/** Says everything that can be said of a composition before it runs. Nothing is called. */
export class CheckCompositions {
  readonly #ports: CheckPorts;

  constructor(ports: CheckPorts) {
    this.#ports = ports;
  }

  async run(caller: Caller, body: RunBody): Promise<RunCheck> {
    const { composition, at } = compositionIn(body);
    const deadlineMs = body.deadlineMs ?? runDefaults.deadlineMs;
    const { input } = body;
    const examined = examineComposition(composition, caller, this.#ports, { at, deadlineMs, input });
    const { read, tools, problems, doubts } = examined;
    const warnings = [...doubts, ...(read?.warnings ?? []).map((it) => ({ ...it, path: `${at}${it.path}` }))];
    const verdicts = this.#verdicts(caller, composition, tools);
    const graph = read && graphOf(read.plan, tools);
    const tool = read?.name === undefined ? null : { name: read.name, description: read.description ?? '' };
    if (read === null || problems.length > 0)
      return { ok: false, problems: [...problems], warnings, graph, verdicts, estimate: null, tool };
    const estimated = { plan: read.plan, tools };
    const estimates = new EstimateComposition(this.#ports, caller);
    const tokens = await estimates.tokens(estimated, composition.definition);
    return {
      ok: true,
      problems: [],
      warnings,
      graph,
      verdicts,
      estimate: shown(estimates.of(estimated), tokens),
      tool,
    };
  }

  /** Of each tool that was found, once. */
  #verdicts(caller: Caller, composition: Composition, tools: FindTools): RunCheck['verdicts'] {
    return [...new Set(toolsNamedIn(composition))].flatMap((reference) => {
      const found = tools.find(reference);
      if (!found.ok) return [];
      const { version } = found.value;
      const { callable, why, policies, openUntil } = this.#ports.foresee(caller, version);
      return {
        ...{ tool: reference, version: version.version, callable, why },
        ...(policies.length > 0 && { policies: [...policies] }),
        ...(openUntil !== null && { openUntil: isoTime(openUntil) }),
      };
    });
  }
}

function shown(estimate: Estimate, tokens: CallTokens | null): NonNullable<RunCheck['estimate']> {
  const { latency, waves, approvals, refused, unknown, ...rest } = estimate;
  return {
    ...rest,
    waves: waves.map((it) => [...it]),
    expectedMs: latency && Math.round(latency.p50),
    worstMs: latency && Math.round(latency.p95),
    approvals: [...approvals],
    refused: [...refused],
    tokens: tokens && { ...tokens, uncounted: [...tokens.uncounted] },
    unknown: { latency: [...unknown.latency], cost: [...unknown.cost], reliability: [...unknown.reliability] },
  };
}
