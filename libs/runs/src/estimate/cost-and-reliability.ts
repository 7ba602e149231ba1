import type { RunCheck } from '@assay/contracts';
import { expectedElements, maxElements, writtenElements } from '../elements.js';
import { needed, waitsForAll } from '../join.js';
import type { Node, ParallelNode, Plan } from '../plan.js';
import { plansIn } from '../plans-in.js';
import { atLeast } from './latency.js';

/** In US dollars: the known cost, and the maximum; null when unknown. */
export type Cost = Readonly<NonNullable<RunCheck['estimate']>['costUsd']>;

/** Between which bounds the share of calls that succeed lies, as far as `n` calls show it. */
export interface ShareInterval {
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

/** What one call of a tool costs, and how often it succeeds. */
export interface CallOutlook {
  readonly costUsd: Cost;
  /** The share of calls that succeed at each level of its hierarchy; the levels of one provider are one. */
  readonly levels: readonly {
    readonly provider: string;
    readonly success: number | null;
    /** Of a share that was measured. */
    readonly interval?: ShareInterval | undefined;
  }[];
}

type OutlookOfCall = (tool: string) => CallOutlook;

/** A plan's expected cost, in US dollars, and the share of its runs that succeed; null when unknown. */
export interface Outlook extends Cost {
  readonly reliability: number | null;
}

/**
 * A step and its fallbacks: one level after another, those of one provider counted once, at its best. Null when the
 * first is unknown; an unknown later one adds nothing.
 */
export function reliabilityOf(levels: CallOutlook['levels']): number | null {
  if (levels[0] !== undefined && levels[0].success === null) return null;
  const best = new Map<string, number>();
  for (const { provider, success } of levels) best.set(provider, Math.max(success ?? 0, best.get(provider) ?? 0));
  return 1 - [...best.values()].reduce((product, success) => product * (1 - success), 1);
}

/** Of a plan: what its calls cost together, and that all of them succeed. */
export function outlookOf(plan: Plan, tool: OutlookOfCall): Outlook {
  const nodes = plan.nodes.map((node) => outlookOfNode(node, tool));
  return {
    least: nodes.reduce((sum, it) => sum + it.least, 0),
    most: sumOf(nodes.map((it) => it.most)),
    reliability: known(
      nodes.map((it) => it.reliability),
      (all) => all.reduce((product, it) => product * it, 1),
    ),
  };
}

function outlookOfNode(node: Node, tool: OutlookOfCall): Outlook {
  switch (node.kind) {
    case 'tool': {
      const { costUsd, levels } = tool(node.tool);
      return { ...costUsd, reliability: reliabilityOf(levels) };
    }
    case 'branch': {
      const cases = plansIn(node).map((it) => outlookOf(it, tool));
      return {
        least: Math.min(...cases.map((it) => it.least)),
        most: known(
          cases.map((it) => it.most),
          (all) => Math.max(...all),
        ),
        reliability: known(
          cases.map((it) => it.reliability),
          (all) => Math.min(...all),
        ),
      };
    }
    case 'parallel':
      return outlookOfJoin(node, tool);
    case 'ask':
      return { least: 0, most: 0, reliability: 1 };
    case 'each': {
      const body = outlookOf(node.body, tool);
      const elements = expectedElements(node);
      return {
        least: (writtenElements(node) ?? 0) * body.least,
        most: body.most && maxElements(node) * body.most,
        reliability: body.reliability && body.reliability ** elements,
      };
    }
    case 'act': {
      const calls = outlookOf(node.body, tool);
      // A failed action goes back to the model: it does not fail the loop.
      return { least: 0, most: calls.most && node.max * calls.most, reliability: 1 };
    }
    case 'repeat': {
      const body = outlookOf(node.body, tool);
      return {
        least: body.least,
        most: body.most && node.max * body.most,
        reliability: body.reliability && body.reliability ** node.max,
      };
    }
  }
}

function outlookOfJoin({ branches, join }: ParallelNode, tool: OutlookOfCall): Outlook {
  const all = branches.map((it) => outlookOf(it.plan, tool));
  return {
    // A branch that is given up may have cost nothing yet.
    least: waitsForAll(join) ? all.reduce((sum, it) => sum + it.least, 0) : Math.min(...all.map((it) => it.least)),
    most: sumOf(all.map((it) => it.most)),
    reliability: known(
      all.map((it) => it.reliability),
      (shares) => atLeast(shares, needed(join, all.length)),
    ),
  };
}

/** What is made of values that are all known; null when one is not. */
function known(values: readonly (number | null)[], make: (all: readonly number[]) => number): number | null {
  const all = values.filter((it) => it !== null);
  return all.length < values.length ? null : make(all);
}

const sumOf = (values: readonly (number | null)[]): number | null =>
  known(values, (all) => all.reduce((sum, it) => sum + it, 0));
