import type { EvidenceView } from '@assay/contracts';
import type { ToolVersion } from '@assay/registry';
import { decayFactor } from './decay.js';
import { noEvidence } from './evidence.js';
import { type Signal, type SignalName, signalWeights, trustScore } from './trust-score.js';

/** Trust in a version at some time in one view of its evidence, and what it is made of. */
export interface PresentTrust {
  readonly view: EvidenceView;
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

type Whole = Pick<PresentTrust, 'view' | 'base' | 'confidence' | 'signals'>;

export interface TrustLook {
  readonly view: EvidenceView;
  readonly at: number;
  readonly halfLifeDays: number;
}

/** Signals are put together once a version's state, decay whenever it is asked for. */
const wholes: Readonly<Record<EvidenceView, WeakMap<ToolVersion, Whole>>> = {
  inside: new WeakMap(),
  outside: new WeakMap(),
};

/** Trust as it was last worked out, decayed to `at`; of a version that waits for that, what a new one starts with. */
export function presentTrust(version: ToolVersion, { view, at, halfLifeDays }: TrustLook): PresentTrust {
  const whole = wholes[view].get(version) ?? wholeOf(version, view);
  wholes[view].set(version, whole);
  const t0 = version.lastVerifiedAt ?? version.publishedAt;
  const decay = decayFactor(t0, at, halfLifeDays);
  return { ...whole, t0, decay, score: whole.base * decay };
}

function wholeOf({ trust, manifest, lastVerifiedAt, assurance }: ToolVersion, view: EvidenceView): Whole {
  if (trust === null) {
    const worked = assurance.examplePassed === true;
    const known = { verified: lastVerifiedAt !== null, audit: assurance.audit, worked };
    return { view, ...trustScore({ ...noEvidence(manifest), ...known }) };
  }
  const { base, confidence } = trust[view];
  const signals = trust[view].signals.map((it) => {
    const name = it.name as SignalName;
    const weight = signalWeights[name];
    return { name, value: it.value, sampleSize: it.sampleSize, weight, contribution: weight * it.value };
  });
  return { view, base, confidence, signals };
}
