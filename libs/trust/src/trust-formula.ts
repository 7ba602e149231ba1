import { digestJson } from '@assay/kernel';
import { scoreNumbers } from './trust-score.js';
import { weighingNumbers } from './weigh-evidence.js';

/**
 * Digest of the numbers that trust is worked out by from what is stored, so that a release with others works all of it
 * out anew. What a flood of calls weighs is not among them: that is settled when evidence arrives.
 */
export const trustFormula = digestJson({ views: 2, ...scoreNumbers, ...weighingNumbers });
