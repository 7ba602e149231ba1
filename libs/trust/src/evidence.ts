import type { Manifest } from '@assay/contracts';

/** What is known of a version in one view, after that view's discounts, over the last 30 days. */
export interface Evidence {
  /** Calls that say something about the tool: the caller's faults are not among them. */
  readonly calls: number;
  /** Of these, calls that failed through the tool's fault. */
  readonly faults: number;
  /** Of these, calls whose output met the output schema; means nothing without one. */
  readonly schemaMet: number;
  /** Of these, calls within the declared p95 on the upstream's own time; means nothing without one. */
  readonly withinSla: number;
  readonly declaresOutputSchema: boolean;
  readonly declaresSla: boolean;
  readonly audit: 'none' | 'self' | 'third-party';
  /** The latest vote of each caller of the tool. */
  readonly ratings: { readonly votes: number; readonly stars: number };
  /** Evidence-only score of the provider's other tools, the sum of their confidences, and how many; null: there are none. */
  readonly reputation: { readonly score: number; readonly confidence: number; readonly sampleSize: number } | null;
  /** The reputation signal's value where it is already known; it is computed from `reputation` otherwise. */
  readonly reputationValue?: number;
  readonly verified: boolean;
  /** Whether any call ever succeeded or an example passed. */
  readonly worked: boolean;
  /** Whether its last verification was red: it does not do what it did, whatever its calls say so far. */
  readonly drifted?: boolean;
  /** Calls ever made, for the volume signal. */
  readonly usage: number;
}

/** A version that nobody has called, rated or verified. The audit counts once it is attested, not when declared. */
export function noEvidence(manifest: Manifest): Evidence {
  return {
    calls: 0,
    faults: 0,
    schemaMet: 0,
    withinSla: 0,
    declaresOutputSchema: manifest.outputSchema !== undefined,
    declaresSla: manifest.sla?.p95Ms !== undefined,
    audit: 'none',
    ratings: { votes: 0, stars: 0 },
    reputation: null,
    verified: false,
    worked: false,
    usage: 0,
  };
}
