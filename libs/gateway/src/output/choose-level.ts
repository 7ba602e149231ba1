import type { OutputLevel, OutputPreset } from '@assay/contracts';

/** What a level would take, before it is chosen. */
export interface Offer {
  readonly level: OutputLevel;
  readonly tokens: number;
  /** In ms; 0 for what is worked out here. */
  readonly latencyMs: number;
}

export interface ChoiceTerms {
  /** Of the whole result, at least 1. */
  readonly rawTokens: number;
  /** Of the call's deadline. */
  readonly remainingMs: number;
  /** Most tokens, without the margin; undefined for no budget. */
  readonly tokenBudget?: number | undefined;
  readonly preset?: OutputPreset | undefined;
}

export interface Judged extends Offer {
  readonly cost: number;
  readonly fits: boolean;
}

/** What a level loses of a result, of 1 (SPEC section 5, after 14.2.2). */
export const losses: Readonly<Record<OutputLevel, number>> = Object.freeze({
  L0: 0,
  L1: 0.1,
  L2: 0.35,
  L3: 0.5,
  L4: 0.9,
});

interface Weights {
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
}

const balanced: Weights = { alpha: 0.3, beta: 0.6, gamma: 0.1 };
const presets: Readonly<Record<OutputPreset, Weights>> = {
  'high-stakes': { alpha: 0.1, beta: 0.85, gamma: 0.05 },
  batch: { alpha: 0.7, beta: 0.25, gamma: 0.05 },
};

/** Share of a budget that stays free, since other models count some per cent otherwise. */
const marginShare = 0.05;

/** What of a budget may be spent. */
export const spendable = (tokenBudget: number): number => tokenBudget - Math.ceil(tokenBudget * marginShare);

/** The tokens up to which a projection costs less than facts, which lose more and take hardly any. */
export function bestWithin({ rawTokens, preset }: Pick<ChoiceTerms, 'rawTokens' | 'preset'>): number {
  const { alpha, beta } = preset === undefined ? balanced : presets[preset];
  return Math.floor(rawTokens * Math.min(1, ((beta * (losses.L3 - losses.L1)) / alpha) * 0.95));
}

/** Every offer with what it costs: α·tokens/raw tokens + β·loss + γ·latency/remaining time (14.2.2). */
export function judge(offers: readonly Offer[], terms: ChoiceTerms): Judged[] {
  const { alpha, beta, gamma } = terms.preset === undefined ? balanced : presets[terms.preset];
  const limit = terms.tokenBudget === undefined ? Number.POSITIVE_INFINITY : spendable(terms.tokenBudget);
  return offers.map((offer) => {
    const late = offer.latencyMs > 0 && offer.latencyMs >= terms.remainingMs;
    const time = offer.latencyMs === 0 ? 0 : offer.latencyMs / Math.max(1, terms.remainingMs);
    const cost = alpha * (offer.tokens / Math.max(1, terms.rawTokens)) + beta * losses[offer.level] + gamma * time;
    return { ...offer, cost, fits: offer.tokens <= limit && !late };
  });
}

/** The cheapest offer that fits; of equals, the lower level. Undefined when none fits. */
export function chooseLevel(offers: readonly Offer[], terms: ChoiceTerms): Judged | undefined {
  return judge(offers, terms)
    .filter((it) => it.fits)
    .reduce<Judged | undefined>((best, it) => (best === undefined || isBetter(it, best) ? it : best), undefined);
}

const isBetter = (one: Judged, other: Judged): boolean =>
  one.cost < other.cost || (one.cost === other.cost && one.level < other.level);
