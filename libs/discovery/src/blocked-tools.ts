import type { Found } from './narrow.js';
import { minRelevance, relatedShare } from './relevance-cut.js';

/** Fitting tools that trust, stage or permission keeps from the caller. */
export interface Blocked {
  readonly count: number;
  /** What excludes them and what to do about it. */
  readonly note: string;
}

/**
 * The tools that would have been good results if the caller trusted them or might call them, when they leave nothing
 * as good: all tools offered are clearly less relevant than the best of these. Undefined otherwise, and when a
 * constraint that was stated excludes them.
 */
export function blockedTools(
  found: readonly Found[],
  offered: readonly Found[],
  query: { readonly trustStated: boolean; readonly constraints: { readonly minTrust: number } },
): Blocked | undefined {
  const blocked = found.filter(({ verdict, against, tool }) => {
    const reasons = against.filter((why) => why !== verdict.why || verdict.callable !== 'no');
    const isUntrusted = !query.trustStated && tool.trust < query.constraints.minTrust;
    return against.length > 0 && reasons.length <= Number(isUntrusted);
  });
  const best = bestOf(blocked);
  if (best < minRelevance || bestOf(offered) >= relatedShare * best) return undefined;
  const good = blocked.filter(({ candidate }) => candidate.relevance >= relatedShare * best);
  const denied = good.filter(({ verdict }) => verdict.callable === 'no');
  const untrusted = good.length - denied.length;
  const first = good.reduce((a, b) => (b.candidate.relevance > a.candidate.relevance ? b : a));
  const reasons = [
    ...(denied.length > 0 ? [`${denied.length} because you may not call ${them(denied.length)}`] : []),
    ...(untrusted > 0 ? [`${untrusted} by trust below the default ${query.constraints.minTrust}`] : []),
  ];
  const steps = [
    ...(denied.length > 0
      ? [`ask an administrator to ${first.tool.mayCall.remedy ?? endorse(first.tool.id, good.length)}`]
      : []),
    ...(untrusted > 0 ? ['state constraints.minTrust, such as 0, to use a tool of lower trust'] : []),
  ];
  const tools = good.length === 1 ? 'the matching tool is' : `${good.length} matching tools are`;
  return { count: good.length, note: `${tools} excluded, ${reasons.join(', ')}: ${steps.join(', or ')}` };
}

const endorse = (tool: string, count: number): string => `endorse ${one(count)} (assay endorse ${tool})`;

const them = (count: number): string => (count === 1 ? 'it' : 'them');
const one = (count: number): string => (count === 1 ? 'it' : 'one');

const bestOf = (found: readonly Found[]): number =>
  found.reduce((max, { candidate }) => Math.max(max, candidate.relevance), 0);
