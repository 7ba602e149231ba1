import type { ToolVersion } from '../catalog/records.js';
import { decayFactor } from './decay.js';
import { noEvidence } from './evidence.js';
import { type Signal, type SignalName, signalWeights, trustScore } from './trust-score.js';

/** Trust in a version at some time, and what it is made of. */
export interface PresentTrust {
  /** The sum of the signals' contributions. */
  readonly base: number;
  readonly confidence: number;
  readonly signals: readonly Signal[];
  /** The last verification, or publication if there was none; ms since the epoch. */
  readonly t0: number;
  readonly decay: number;
  /** base · decay. */
  readonly score: number;
}

type Whole = Pick<PresentTrust, 'base' | 'confidence' | 'signals'>;

/** Signals are put together once a version's state, decay whenever it is asked for. */
const wholes = new WeakMap<ToolVersion, Whole>();

/** Trust as it was last worked out, decayed to `at`; of a version that waits for that, what a new one starts with. */
export function presentTrust(version: ToolVersion, at: number, halfLifeDays: number): PresentTrust {
  const whole = wholes.get(version) ?? wholeOf(version);
  wholes.set(version, whole);
  const t0 = version.lastVerifiedAt ?? version.publishedAt;
  const decay = decayFactor(t0, at, halfLifeDays);
  return { ...whole, t0, decay, score: whole.base * decay };
}

function wholeOf({ trust, manifest, lastVerifiedAt, assurance }: ToolVersion): Whole {
  if (trust === null)
    return trustScore({ ...noEvidence(manifest), verified: lastVerifiedAt !== null, audit: assurance.audit });
  const signals = trust.signals.map((it) => {
    const name = it.name as SignalName;
    const weight = signalWeights[name];
    return { name, value: it.value, sampleSize: it.sampleSize, weight, contribution: weight * it.value };
  });
  return { base: trust.base, confidence: trust.confidence, signals };
}
