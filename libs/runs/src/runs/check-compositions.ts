import type { RunBody, RunCheck } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { examineComposition } from '../compile-composition.js';
import { EstimateComposition, type EstimatePorts } from '../estimate/estimate-composition.js';
import type { Estimate } from '../estimate/estimate-plan.js';
import type { CallTokens } from '../estimate/tokens-of-calls.js';
import { graphOf } from '../plan-graph.js';
import { compositionIn } from './composition-in.js';
import { runDefaults } from './run.js';

/** Says everything that can be said of a composition before it runs. Nothing is called. */
export class CheckCompositions {
  readonly #ports: EstimatePorts;

  constructor(ports: EstimatePorts) {
    this.#ports = ports;
  }

  async run(caller: Caller, body: RunBody): Promise<RunCheck> {
    const { composition, at } = compositionIn(body);
    const deadlineMs = body.deadlineMs ?? runDefaults.deadlineMs;
    const { input } = body;
    const examined = examineComposition(composition, caller, this.#ports, { at, deadlineMs, input });
    const { read, tools, problems, doubts } = examined;
    const warnings = [...doubts, ...(read?.warnings ?? []).map((it) => ({ ...it, path: `${at}${it.path}` }))];
    const graph = read && graphOf(read.plan, tools);
    const tool = read?.name === undefined ? null : { name: read.name, description: read.description ?? '' };
    if (read === null || problems.length > 0)
      return { ok: false, problems: [...problems], warnings, graph, estimate: null, tool };
    const estimated = { plan: read.plan, tools };
    const estimates = new EstimateComposition(this.#ports, caller);
    const tokens = await estimates.tokens(estimated, composition.definition);
    return { ok: true, problems: [], warnings, graph, estimate: shown(estimates.of(estimated), tokens), tool };
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
