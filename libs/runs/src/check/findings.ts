import type { Issue } from '@assay/contracts';

/** What a check finds: errors that are certain, and warnings of what may go wrong. */
export interface Findings {
  readonly errors: Issue[];
  readonly warnings: Issue[];
}
