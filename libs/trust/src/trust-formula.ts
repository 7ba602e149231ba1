import { digestJson } from '@assay/kernel';
import { scoreNumbers } from './trust-score.js';
import { weighingNumbers } from './weigh-evidence.js';

/**
 * Digest of the numbers that trust is computed with from stored evidence, so that a release with other numbers
 * recomputes all of it. Discounts on floods of calls are not included: they are applied when evidence arrives.
 */
export const trustFormula = digestJson({ views: 2, ...scoreNumbers, ...weighingNumbers });
