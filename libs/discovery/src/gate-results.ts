import type { CandidateTool, Verdict } from './candidate.js';
import type { Found } from './narrow.js';
import type { Chosen } from './selection/choose.js';

type VerdictOn = (tool: CandidateTool) => Verdict;
type Tool = Chosen['offered'][number];

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
 * `keepsDenied`; those whose circuit is open come behind those that respond; weaker ones fill up what is left of the limit.
 * No more tools are asked about than needed.
 */
export function gateResults(chosen: Chosen, limit: number, keepsDenied: boolean, verdictOn: VerdictOn): Chosen {
  const good = gateUpTo(limit, chosen.offered, verdictOn);
  const denied = keepsDenied ? good.denied : [];
  const offered = [...good.responding, ...good.open, ...chosen.offered.slice(good.asked), ...denied];
  const filling = gateUpTo(Math.max(0, limit - offered.length), chosen.weaker, verdictOn);
  const weaker = [...filling.responding, ...filling.open];
  const shown = new Set(weaker.map(({ id }) => id));
  const refused = [...(keepsDenied ? [] : good.denied), ...filling.denied];
  const isSettled = new Set([...shown, ...refused.map(({ id }) => id)]);
  return {
    ...chosen,
    offered,
    weaker,
    left: [...refused, ...chosen.left.filter(({ tool }) => !isSettled.has(tool.id))],
  };
}

/** Asks about tools in order, until so many of them may be called and respond. */
function gateUpTo(count: number, tools: readonly Tool[], verdictOn: VerdictOn) {
  const [responding, open, denied]: [Tool[], Tool[], Tool[]] = [[], [], []];
  let asked = 0;
  for (const one of tools) {
    if (responding.length >= count) break;
    asked += 1;
    const it = gated(one, verdictOn(one.tool));
    if (it.against.length > 0) denied.push(it);
    else (it.verdict.openUntil === null ? responding : open).push(it);
  }
  return { responding, open, denied, asked };
}
