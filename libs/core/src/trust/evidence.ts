import type { Manifest } from '@assay/contracts';

/** What is known of a version, all of it after discounts (a provider's own calls, floods), over the last 30 days. */
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
  /** Evidence-only score of the provider's other tools and what it rests on; null when there are none. */
  readonly reputation: { readonly score: number; readonly sampleSize: number } | null;
  readonly verified: boolean;
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
    usage: 0,
  };
}
