import type { ExamineContent } from './examine-content.js';
import type { MaskedValues } from './masked-values.js';

/** What arguments and results are examined with, and where masked values are. */
export interface ContentPorts {
  readonly examine: Pick<ExamineContent, 'examine' | 'mark'>;
  readonly masked: Pick<MaskedValues, 'mask' | 'find'>;
  /** Called for masked values that could not be stored or read. */
  readonly onProblem: (cause: unknown) => void;
}
