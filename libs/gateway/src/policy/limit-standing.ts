import type { LimitName, LimitSource } from '@assay/contracts';

/** The state of one limit for the caller: the whole and its shares taken together. */
export interface LimitStanding {
  readonly name: LimitName;
  readonly subject: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly calendar: boolean;
  /** The fair share of it as others use it now; null where nothing is shared. */
  readonly share: number | null;
  readonly left: number;
  /** 0 unless nothing is left; null for never. */
  readonly retryAfterMs: number | null;
  readonly source: LimitSource;
}
