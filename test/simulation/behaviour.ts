import type { Chance } from './chance.js';

/** How a tool answers: shares of its calls, and times in ms that are distributed log-normally. */
export interface Behaviour {
  /** It says that it failed. */
  readonly failShare: number;
  /** It answers what its own schema forbids. */
  readonly badShare: number;
  readonly medianMs: number;
}

/** Deviation of the logarithm of all times. */
export const spread = 0.5;
/** The p95 and p99 of a time whose median is 1. */
export const p95Factor = Math.exp(1.644_853_6 * spread);
const p99Factor = Math.exp(2.326_347_9 * spread);
export const p99Over95 = p99Factor / p95Factor;

export const drawMs = ({ medianMs }: Behaviour, chance: Chance): number =>
  medianMs * Math.exp(spread * chance.normal());

/**
 * How long a stranger waits, drawn by `u` in [0, 1): from half of the promised p99 to eight times it, each factor as likely
 * as any other. People plan by what is promised, and some allow for more than others.
 */
export const patienceMs = (promisedP99Ms: number, u: number): number => Math.ceil(promisedP99Ms * 0.5 * 16 ** u);

/**
 * True quality: the probability that a call by an average stranger is answered correctly before it gives up waiting. It
 * knows nothing of the score: no prior, no weight, no declared p95, no vote, no usage and no age enters it.
 */
export function qualityOf({ failShare, badShare, medianMs }: Behaviour, promisedP99Ms: number): number {
  const steps = 400;
  const inTime = Array.from({ length: steps }, (_, step) =>
    normalShare(Math.log(patienceMs(promisedP99Ms, (step + 0.5) / steps) / medianMs) / spread),
  );
  return (1 - failShare - badShare) * (inTime.reduce((sum, it) => sum + it, 0) / steps);
}

/** Φ, by the error function of Abramowitz and Stegun 7.1.26, right to 10⁻⁷. */
function normalShare(z: number): number {
  const t = 1 / (1 + (0.327_591_1 * Math.abs(z)) / Math.SQRT2);
  const poly =
    t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
  const erf = 1 - poly * Math.exp((-z * z) / 2);
  return (1 + Math.sign(z) * erf) / 2;
}
