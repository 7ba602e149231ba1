import type { LimitName } from '@assay/contracts';
import type { LimitRule } from './limit-rules.js';

/** Configured limits. The change feed reports every change. */
export interface LimitStore {
  /** Sets a limit; of one that is set already, number, reason, time and author change. Answers the rule as it is now. */
  put(rule: LimitRule): Promise<LimitRule>;
  /** Clears one; false when none was set for this subject (an id, `ns/tool`, or `*`). */
  remove(name: LimitName, subjectKey: string): Promise<boolean>;
}
