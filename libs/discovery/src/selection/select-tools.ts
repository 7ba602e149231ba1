import type { Discover, DiscoveryAnswer, Strategy } from '@assay/contracts';
import { type Clock, type Failure, type LanguageModel, ok, type Result } from '@assay/kernel';
import type { CapabilityTree } from '@assay/registry';
import type { Found, Narrowed } from '../narrow.js';
import type { DiscoveryQuery } from '../query.js';
import { relevanceCut } from '../relevance-cut.js';
import type { SelectionRules } from '../rules/selection-rules.js';
import { chooseByModel } from './choose-by-model.js';
import { gate, isDenied } from './policy-gate.js';
import { ruleChoices } from './rule-choices.js';
import { standingOut } from './standing-out.js';

/** A tool in its place, with what is to be said of why it has it. */
export interface Choice {
  readonly found: Found;
  readonly notes: readonly string[];
}

export interface Selected {
  readonly choices: readonly Choice[];
  /** What is left out, those first that a strategy put out. */
  readonly left: readonly Found[];
  readonly selection: NonNullable<DiscoveryAnswer['selection']>;
}

/** What a strategy chooses from. */
export interface Selectable {
  readonly request: Pick<Discover, 'state'>;
  readonly query: DiscoveryQuery;
  readonly organisationId: string | null;
  /** Everything the caller sees of what the index found. */
  readonly found: readonly Found[];
  readonly narrowed: Narrowed;
  /** What is learnt is in the relevance. */
  readonly isLearnt: boolean;
  readonly tree?: CapabilityTree | undefined;
  /** A tool by name, with what stands against it; undefined when the caller does not see it. */
  look(tool: string, range: string | undefined): Found | undefined;
}

export interface SelectToolsPorts {
  readonly rules: Pick<SelectionRules, 'applying'>;
  /** Null when none is configured. */
  readonly model: LanguageModel | null;
  readonly clock: Clock;
}

/** How many tools a shortlist has, unless more are asked for. */
export const shortlisted = 10;

/** The strategies an agent can ask for instead of ranking by score. None of them shows what the caller does not see. */
export class SelectTools {
  constructor(private readonly ports: SelectToolsPorts) {}

  async select(strategy: Strategy, from: Selectable): Promise<Result<Selected, Failure>> {
    switch (strategy) {
      case 'rules':
        return ok(this.#rules(from));
      case 'learned':
        return ok(learned(from));
      case 'policy':
        return ok(byVerdict(from));
      case 'llm':
        return chooseByModel(this.ports, from);
      case 'hybrid':
        return ok(this.#hybrid(from));
    }
  }

  /** The rules' tools alone, gated. */
  #rules(from: Selectable): Selected {
    const { choices, steps } = ruleChoices(this.ports, from);
    const gated = gate(choices);
    const none =
      choices.length === 0 ? ['no rule of your organisation applies: create one with `assay rules add`'] : [];
    return {
      choices: gated.choices,
      left: [...gated.denied, ...withoutThese(everything(from), choices)],
      selection: { strategy: 'rules', categories: [], steps: [...steps, ...none, ...gated.steps] },
    };
  }

  /** Learned shortlist → rules, whose choice goes first → gate. The budget, if any, is spent on what is left, best first. */
  #hybrid(from: Selectable): Selected {
    const { choices: shortlist, categories, steps } = shortlistOf(from);
    const ruled = ruleChoices(this.ports, from);
    const chosen = new Set(ruled.choices.map(({ found }) => found.tool.id));
    const ordered = [...ruled.choices, ...shortlist.filter(({ found }) => !chosen.has(found.tool.id))];
    const gated = gate(ordered);
    return {
      choices: gated.choices,
      left: [...gated.denied, ...withoutThese(everything(from), ordered)],
      selection: { strategy: 'hybrid', categories, steps: [...steps, ...ruled.steps, ...gated.steps] },
    };
  }
}

/** By relevance, what was learnt included, whatever the score. */
function learned(from: Selectable): Selected {
  const { choices, categories, steps } = shortlistOf(from, from.narrowed.offered);
  return {
    choices,
    left: withoutThese(everything(from), choices),
    selection: { strategy: 'learned', categories, steps },
  };
}

/** What may be called, by score, before what may not. */
function byVerdict(from: Selectable): Selected {
  const { offered, left } = from.narrowed;
  const denied = left.filter(isDenied);
  const choices = [
    ...offered.filter(({ tool }) => tool.mayCall.allowed),
    ...offered.filter(({ tool }) => !tool.mayCall.allowed),
    ...[...denied].sort((a, b) => b.candidate.relevance - a.candidate.relevance),
  ].map((found): Choice => ({ found, notes: [] }));
  const steps = [
    `${choices.length - denied.length} may be called or viewed; ${denied.length} may not and are ranked last`,
  ];
  return { choices, left: withoutThese(left, choices), selection: { strategy: 'policy', categories: [], steps } };
}

/** The most relevant tools that fit, whether they may be called or not, those of the categories that stand out first. */
export function shortlistOf(
  from: Selectable,
  pool: readonly Found[] = [...from.narrowed.offered, ...from.narrowed.left.filter(isDenied)],
): { choices: Choice[]; categories: string[]; steps: string[] } {
  const { least } = relevanceCut(pool.map(({ candidate }) => candidate.relevance));
  const related = pool.filter(({ candidate }) => candidate.relevance >= least).sort(byRelevance);
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

const everything = ({ narrowed }: Selectable): Found[] => [
  ...narrowed.left,
  ...narrowed.offered.map((it) => ({ ...it, against: ['it is not among those that the strategy chose'] })),
];

function withoutThese(left: readonly Found[], choices: readonly Choice[]): Found[] {
  const chosen = new Set(choices.map(({ found }) => found.tool.id));
  return left.filter(({ tool }) => !chosen.has(tool.id));
}
