import type { OutputOption, Pointer } from '@assay/contracts';
import type { ChoiceTerms } from './choose-level.js';
import type { Counting, Formed, Write } from './forms.js';
import type { KeptFrom } from './keep-output.js';
import type { Summaries } from './summarise.js';

/** A result that is to fit what was asked for. */
export interface ToFit {
  readonly formed: Formed;
  readonly option: OutputOption;
  readonly from: KeptFrom;
  readonly remainingMs: number;
  readonly signal: AbortSignal;
}

export interface FitPorts {
  readonly counting: Counting;
  /** Undefined without a model. */
  readonly summaries: Summaries | undefined;
  /** Keeps the whole result; why not, when it could not be kept. */
  readonly keepWhole: () => Promise<Pointer | string>;
}

/** What is tried, and what has been noticed on the way. */
export interface Attempt {
  readonly toFit: ToFit;
  readonly ports: FitPorts;
  readonly terms: ChoiceTerms;
  readonly write: Write;
  readonly notes: string[];
}

/**
 * The fullest permitted form is returned when it fits: it was named, or nothing but a budget was. A preset weighs what
 * is saved.
 */
export const isFixed = ({ level, preset }: OutputOption): boolean => level !== undefined || preset === undefined;
