import type { Issue, RunBody, RunCheck } from '@assay/contracts';
import type { ForeseenCall } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { isoTime, runWithoutBlocking, type Sliced } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { examiningComposition, summaryProblems } from '../compile-composition.js';
import { type Composition, toolsNamedIn } from '../composition.js';
import { EstimateComposition, type EstimatePorts } from '../estimate/estimate-composition.js';
import type { Estimate } from '../estimate/estimate-plan.js';
import type { CallTokens } from '../estimate/tokens-of-calls.js';
import type { FindTools } from '../find-tools.js';
import { graphOf } from '../plan-graph.js';
import { compositionIn } from './composition-in.js';
import { readableBody } from './readable-body.js';
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

  /** Of any body: problems of its shape are problems like all others. */
  async run(caller: Caller, given: unknown): Promise<RunCheck> {
    const { body, issues, unread, isStubbed } = readableBody(given);
    if (body === undefined)
      return { ok: false, problems: [...issues], warnings: [], graph: null, verdicts: [], estimate: null, tool: null };
    const checked = await this.#examined(caller, body);
    if (issues.length === 0) return checked;
    const isRead = ({ path }: Issue): boolean => !unread.some((it) => path === it || path.startsWith(`${it}/`));
    const problems = [...issues, ...checked.problems.filter(isRead)];
    const warnings = checked.warnings.filter(isRead);
    // A step that could not be read has no tool to show.
    const graph = isStubbed ? null : checked.graph;
    return { ...checked, ok: false, problems, warnings, graph, estimate: null };
  }

  async #examined(caller: Caller, body: RunBody): Promise<RunCheck> {
    const { composition, at } = compositionIn(body);
    const deadlineMs = body.deadlineMs ?? runDefaults.deadlineMs;
    const { input } = body;
    const work = examiningComposition(composition, caller, this.#ports, { at, deadlineMs, input });
    const examined = await this.#inSlices(work);
    const { read, tools, doubts } = examined;
    const problems = [...examined.problems, ...summaryProblems(body, this.#ports.hasModel)];
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
      estimate: shown(await this.#inSlices(estimates.estimating(estimated)), tokens),
      tool,
    };
  }

  /** A composition may have 10,000 steps. */
  #inSlices = <T>(work: Sliced<T>): Promise<T> => runWithoutBlocking(work, this.#ports.clock);

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
  const { latency, waves, approvals, refused, unknown, interval, ...rest } = estimate;
  return {
    ...rest,
    waves: waves.map((it) => [...it]),
    expectedMs: latency && Math.round(latency.p50),
    worstMs: latency && Math.round(latency.p95),
    reliabilityInterval: interval && { ...interval },
    approvals: [...approvals],
    refused: [...refused],
    tokens: tokens && { ...tokens, uncounted: [...tokens.uncounted] },
    unknown: { latency: [...unknown.latency], cost: [...unknown.cost], reliability: [...unknown.reliability] },
  };
}
