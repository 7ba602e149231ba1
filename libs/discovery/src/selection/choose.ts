import type { Discover, DiscoveryAnswer } from '@assay/contracts';
import { type Failure, ok, type Result } from '@assay/kernel';
import { costUsd, p95Ms } from '../candidate.js';
import type { Found, Narrowed, Offered } from '../narrow.js';
import { type Ranked, rank } from '../rank.js';
import { respondingFirst } from '../responding-first.js';
import type { SelectTools } from './select-tools.js';
import type { Choice, Selectable } from './strategy.js';

/** What is offered, in its order, with what a strategy has to say of each. */
export interface Chosen {
  readonly offered: readonly Ranked<Offered>[];
  /** What may fill up to the limit, after everything offered. */
  readonly weaker: readonly Ranked<Offered>[];
  readonly left: readonly Found[];
  readonly selection: DiscoveryAnswer['selection'];
  notes(tool: string): readonly string[];
  /** Whether a rule chose it. */
  isRuled(tool: string): boolean;
}

/** These strategies name the tools to use: nothing is added to their choice. */
const choosesAlone: ReadonlySet<Discover['strategy']> = new Set(['rules', 'llm'] as const);

/** As a strategy chooses; by score without one. */
export async function choose(
  strategy: Discover['strategy'],
  from: Selectable,
  tools: Pick<SelectTools, 'select'>,
): Promise<Result<Chosen, Failure>> {
  const { narrowed, query } = from;
  const weaker = query.strict || (strategy !== undefined && choosesAlone.has(strategy)) ? [] : narrowed.weaker;
  if (strategy === undefined)
    return ok({
      ...{ offered: narrowed.offered, weaker, left: narrowed.left, selection: undefined },
      notes: () => [],
      isRuled: () => false,
    });
  const selected = await tools.select(strategy, from);
  if (!selected.ok) return selected;
  const { choices, left, selection } = selected.value;
  const notes = new Map(choices.map(({ found, notes: said }) => [found.tool.id, said]));
  const ruled = new Set(choices.filter(({ byRule }) => byRule === true).map(({ found }) => found.tool.id));
  return ok({
    ...{ offered: inOrder(choices, narrowed), weaker: weaker.filter(({ id }) => !notes.has(id)), left, selection },
    notes: (tool) => notes.get(tool) ?? [],
    isRuled: (tool) => ruled.has(tool),
  });
}

/** Tools that were ranked keep their scores; others are scored beside them. */
function inOrder(choices: readonly Choice[], { offered, weaker, limits, calibrated }: Narrowed): Ranked<Offered>[] {
  const ranked = new Map([...offered, ...weaker].map((it) => [it.id, it]));
  const others = choices
    .filter(({ found }) => !ranked.has(found.tool.id))
    .map(({ found }): Offered => {
      const { tool, candidate } = found;
      return {
        ...found,
        id: tool.id,
        trust: tool.trust,
        relevance: calibrated(candidate.relevance),
        p95Ms: p95Ms(tool),
        costUsd: costUsd(tool),
        lowered: [],
      };
    });
  for (const one of rank(others, limits)) ranked.set(one.id, one);
  return respondingFirst(choices.flatMap(({ found }) => ranked.get(found.tool.id) ?? []));
}
