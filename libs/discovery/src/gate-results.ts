import type { CandidateTool, Verdict } from './candidate.js';
import type { Found } from './narrow.js';
import type { Chosen } from './selection/choose.js';

type VerdictOn = (tool: CandidateTool) => Verdict;

/** So many of the most relevant tools are asked about before a strategy chooses: asking takes up to a millisecond each. */
const askedFirst = 30;

/** The most relevant tools that fit, with the gate's verdict on them; the others with what the registry's rules say. */
export function gateBest(found: readonly Found[], limit: number, verdictOn: VerdictOn): Found[] {
  const fitting = found.filter(({ against }) => against.length === 0);
  const best = fitting.sort((a, b) => b.candidate.relevance - a.candidate.relevance);
  const asked = new Set(best.slice(0, Math.max(askedFirst, limit)));
  return found.map((one) => (asked.has(one) ? gated(one, verdictOn(one.tool)) : one));
}

function gated<T extends Found>(one: T, verdict: Verdict): T {
  const isDenied = verdict.callable === 'no' && one.tool.browsing !== true;
  return { ...one, verdict, ...(isDenied && { against: [verdict.why] }) };
}

/**
 * The last step of every search: each tool that is shown has the gate's verdict. Denied ones are left out, or last where
 * `keepsDenied`; those whose circuit is open come behind those that respond. No more tools are asked about than needed.
 */
export function gateResults(chosen: Chosen, limit: number, keepsDenied: boolean, verdictOn: VerdictOn): Chosen {
  const [responding, open, denied]: [
    Chosen['offered'][number][],
    Chosen['offered'][number][],
    Chosen['offered'][number][],
  ] = [[], [], []];
  let asked = 0;
  for (const one of chosen.offered) {
    if (responding.length >= limit) break;
    asked += 1;
    const it = gated(one, verdictOn(one.tool));
    if (it.against.length > 0) denied.push(it);
    else (it.verdict.openUntil === null ? responding : open).push(it);
  }
  const rest = chosen.offered.slice(asked);
  return {
    ...chosen,
    offered: [...responding, ...open, ...rest, ...(keepsDenied ? denied : [])],
    left: [...(keepsDenied ? [] : denied), ...chosen.left],
  };
}
