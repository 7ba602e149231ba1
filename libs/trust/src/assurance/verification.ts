import type { VerificationCheck, VerificationKind, VerificationVerdict } from '@assay/contracts';

/** One judgement of a version. Times in ms since the epoch. */
export interface Verification {
  readonly id: string;
  /** Of the version. */
  readonly organisationId: string;
  readonly versionId: string;
  readonly trigger: 'scheduled' | 'requested' | 'attested';
  /** Id of a principal; null when nobody asked for it. */
  readonly requestedBy: string | null;
  readonly startedAt: number;
  /** Null while it runs, as are kind and verdict. */
  readonly endedAt: number | null;
  readonly kind: VerificationKind | null;
  readonly verdict: VerificationVerdict | null;
  readonly summary: string;
  readonly checks: readonly VerificationCheck[];
}

/** What a verification found. */
export interface Findings {
  readonly kind: VerificationKind;
  readonly checks: readonly VerificationCheck[];
}

/** One failure makes it red; else one thing that could not be found out leaves it open. */
export function verdictOf(checks: readonly VerificationCheck[]): VerificationVerdict {
  if (checks.some((it) => it.outcome === 'failed')) return 'red';
  return checks.length === 0 || checks.some((it) => it.outcome === 'unknown') ? 'inconclusive' : 'green';
}

const named = 3;

/** `2 of 5 examples passed; failed: sum, empty`. */
export function summaryOf({ kind, checks }: Findings): string {
  const passed = checks.filter((it) => it.outcome === 'passed').length;
  const noun = kind === 'examples' ? 'examples' : 'checks';
  const listed = (outcome: VerificationCheck['outcome'], label: string) => {
    const names = checks.filter((it) => it.outcome === outcome).map((it) => it.name);
    if (names.length === 0) return '';
    const more = names.length > named ? ` and ${names.length - named} more` : '';
    return `; ${label}: ${names.slice(0, named).join(', ')}${more}`;
  };
  return `${passed} of ${checks.length} ${noun} passed${listed('failed', 'failed')}${listed('unknown', 'not found out')}`;
}
