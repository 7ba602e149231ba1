import type { MadeToolFinding } from '@assay/contracts';

/** Weights of the parts of a validation, and what a tool needs (SPEC section 8). */
export const validationWeights = Object.freeze({ static: 0.3, tests: 0.3, fuzzing: 0.2, conformance: 0.2 });
export const minValidationScore = 0.8;
const costOfWarning = 0.1;

export interface PartScores {
  readonly static: number;
  readonly tests: number;
  readonly fuzzing: number;
  readonly conformance: number;
}

/** In [0, 1], rounded to four places, so that 0.8 made of parts is 0.8. */
export function validationScore(parts: PartScores): number {
  const sum = (Object.keys(validationWeights) as (keyof PartScores)[]).reduce(
    (total, part) => total + validationWeights[part] * parts[part],
    0,
  );
  return Math.round(sum * 10_000) / 10_000;
}

/** 0 with a critical finding; each warning costs a tenth. */
export function staticScore(findings: readonly MadeToolFinding[]): number {
  if (findings.some(({ severity }) => severity === 'critical')) return 0;
  return Math.max(0, 1 - costOfWarning * findings.length);
}
