import { type Failure, fail, type Result } from '@assay/kernel';
import { runDefaults } from './run.js';

/** What the steps of one run, or of one call of a composition, give is held until its end: there is a bound to it. */
export class OutputBound {
  readonly #whole: string;
  #characters = 0;

  /** @param whole What they are the steps of, in words. */
  constructor(whole: string) {
    this.#whole = whole;
  }

  /** What a step gave, unless it is too much with all before it: the step has failed then, and has acted if it does not only read. */
  held(result: Result<unknown, Failure>, reads: boolean): Result<unknown, Failure> {
    if (!result.ok) return result;
    this.#characters += lengthOf(result.value);
    if (this.#characters <= runDefaults.maxOutput) return result;
    const limit = Math.round(runDefaults.maxOutput / 1_000_000);
    const message = `What the steps of the ${this.#whole} give takes more than ${limit} million characters of JSON together: ask the tools for less, or divide the work.`;
    return fail('output_too_large', message, { outcome: reads ? 'none' : 'done' });
  }
}

/** Of texts their own length, since they need no quotes to be held. */
const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value) ?? '').length;
