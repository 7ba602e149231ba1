import type { Stage } from '@assay/contracts';
import { fail, open, type StateTable } from '@assay/kernel';
import { requirementsOf, type StageSituation } from './stage-requirements.js';

/** A version that is to change its stage, and on whose word. */
export interface StageTurn extends StageSituation {
  /** An administrator decides by a reason of its own; the registry and owners by the requirements. */
  readonly decidedBy: 'requirements' | 'administrator';
}

const needing =
  (stage: Stage) =>
  (turn: StageTurn): ReturnType<typeof open> | ReturnType<typeof fail>['error'] => {
    if (turn.decidedBy === 'administrator') return null;
    const missing = requirementsOf(stage, turn).filter((it) => !it.met);
    if (missing.length === 0) return null;
    const list = missing.map((it) => `${it.name} (${it.detail})`).join('; ');
    return fail('conflict', `The requirements of ${stage} are not met: ${list}.`, { data: { missing } }).error;
  };

const beta = needing('BETA');
const general = needing('GENERAL_AVAILABILITY');
const verified = needing('VERIFIED');

/**
 * How far a version has come. A valid manifest enters the sandbox at once; upwards leads what each stage needs, those of
 * the stages before it included, so that a stage may be passed over; downwards every way is open.
 */
export const promotionStages: StateTable<Stage, StageTurn> = Object.freeze({
  name: 'promotion',
  initial: 'SUBMITTED',
  final: [],
  ways: {
    SUBMITTED: { SANDBOX: open, BETA: beta, GENERAL_AVAILABILITY: general, VERIFIED: verified },
    SANDBOX: { BETA: beta, GENERAL_AVAILABILITY: general, VERIFIED: verified },
    BETA: { SANDBOX: open, GENERAL_AVAILABILITY: general, VERIFIED: verified },
    GENERAL_AVAILABILITY: { SANDBOX: open, BETA: open, VERIFIED: verified },
    VERIFIED: { SANDBOX: open, BETA: open, GENERAL_AVAILABILITY: open },
  },
} satisfies StateTable<Stage, StageTurn>);
