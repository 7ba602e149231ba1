import type { Strategy } from '@assay/contracts';
import { type Failure, ok, type Result } from '@assay/kernel';
import type { Found } from '../narrow.js';
import { chooseByModel } from './choose-by-model.js';
import { gate, isDenied } from './policy-gate.js';
import { ruleChoices } from './rule-choices.js';
import { shortlistOf } from './shortlist.js';
import type { Choice, Selectable, Selected, SelectToolsPorts } from './strategy.js';

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

/** What may be called, by score, before what waits for approval or depends on the arguments, before what may not. */
function byVerdict(from: Selectable): Selected {
  const { offered, left } = from.narrowed;
  const denied = left.filter(isDenied);
  const choices = [
    ...offered.filter(({ verdict }) => verdict.callable === 'yes'),
    ...offered.filter(({ verdict }) => verdict.callable === 'approval' || verdict.callable === 'depends'),
    ...offered.filter(({ verdict }) => verdict.callable === 'no'),
    ...[...denied].sort((a, b) => b.candidate.relevance - a.candidate.relevance),
  ].map((found): Choice => ({ found, notes: [] }));
  const steps = [
    `${choices.length - denied.length} may be called or viewed; ${denied.length} may not and are ranked last`,
  ];
  return { choices, left: withoutThese(left, choices), selection: { strategy: 'policy', categories: [], steps } };
}

const everything = ({ narrowed }: Selectable): Found[] => [
  ...narrowed.left,
  ...narrowed.offered.map((it) => ({ ...it, against: ['it is not among those that the strategy chose'] })),
];

function withoutThese(left: readonly Found[], choices: readonly Choice[]): Found[] {
  const chosen = new Set(choices.map(({ found }) => found.tool.id));
  return left.filter(({ tool }) => !chosen.has(tool.id));
}
