import { fail, ok } from '@assay/kernel';
import type { OpenApprovals } from '../approvals/open-approvals.js';
import type { SpendStandingApprovals } from '../approvals/standing/spend-standing-approvals.js';
import type { Escalations } from '../escalation/escalations.js';
import type { Fallbacks } from '../resilience/fallbacks.js';
import type { MapInput } from '../resilience/next-level.js';

/** What calls are made with that have nothing and nobody behind them: for tests of something else. */

/** There are no fallbacks. */
export const noFallbacks: Fallbacks = {
  standIns: () => [],
  levelsOf: () => ok([]),
  hierarchyOf: () => undefined,
};

/** No hierarchy has a mapping where nothing stands in. */
export const noMapping: MapInput = async () => fail('internal', 'Nothing maps inputs here.');

/** Nobody is asked. */
export const noEscalations: Escalations = { open: async () => undefined, completionOf: async () => undefined };

/** A call that needs an approval has nobody to ask. */
export const nobodyApproves: Pick<OpenApprovals, 'open'> = {
  open: async () => fail('denied', 'This call needs a person’s approval, and there is nobody to ask.'),
};

/** Nobody has consented in advance. */
export const nothingStanding: Pick<SpendStandingApprovals, 'run'> = { run: async () => undefined };
