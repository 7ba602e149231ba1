import { behindEquals } from '../deprecated-definition.js';
import type { Found } from '../narrow.js';
import { relatedShare, relevanceCut } from '../relevance-cut.js';
import { isDenied } from './policy-gate.js';
import { standingOut } from './standing-out.js';
import type { Choice, Selectable } from './strategy.js';

/** How many tools a shortlist has, unless more are asked for. */
export const shortlisted = 10;

/** The most relevant tools that fit, whether they may be called or not, those of the categories that stand out first. */
export function shortlistOf(
  from: Selectable,
  pool: readonly Found[] = [...from.narrowed.offered, ...from.narrowed.weaker, ...from.narrowed.left.filter(isDenied)],
): { choices: Choice[]; categories: string[]; steps: string[] } {
  const { min } = relevanceCut(
    pool.map(({ candidate }) => candidate.relevance),
    relatedShare,
  );
  const related = behindEquals(pool.filter(({ candidate }) => candidate.relevance >= min).sort(byRelevance));
  const categories = standingOut(from.found, from.tree);
  const inside = categories.length === 0 ? related : related.filter((it) => categories.some((one) => one.holds(it)));
  const ordered = [...inside, ...related.filter((it) => !inside.includes(it))];
  const count = Math.max(shortlisted, from.query.limit);
  return {
    choices: ordered.slice(0, count).map((found) => ({ found, notes: [] })),
    categories: categories.map(({ tag }) => tag),
    steps: [
      ...categoryStep(
        from.found.length,
        categories.map(({ tag }) => tag),
      ),
      `${Math.min(count, ordered.length)} most relevant ${from.isLearnt ? 'by words and by what worked before' : 'keyword ranking: learning is off for your organisation, or nothing has been learnt yet'}`,
    ],
  };
}

function categoryStep(found: number, categories: readonly string[]): string[] {
  if (categories.length > 0) return [`${found} tools found: searched ${categories.join(', ')} first`];
  return found > 50 ? [`${found} tools found: no category stands out, so all were searched`] : [];
}

const byRelevance = (a: Found, b: Found): number =>
  b.candidate.relevance - a.candidate.relevance || (a.tool.id < b.tool.id ? -1 : 1);
