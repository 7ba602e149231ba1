import type { Failure } from '@assay/kernel';
import type { Call } from '../call.js';

/** The last level that was tried, and how it ended. */
export interface LevelEnd {
  readonly call: Call;
  readonly failure: Failure | undefined;
}
