import type { Provenance } from '@assay/contracts';
import type { UpstreamCall } from '@assay/gateway';
import type { StepResult } from '../runs/make-step.js';

/** One call of a composition's, as provenance names it. */
export type Part = NonNullable<Provenance['steps']>[number];

/** Of so many steps at the most provenance says which calls they were, and as many of their warnings are handed on. */
const maxIssues = 100;

/** What the caller of a composition learns of its steps besides their results. */
export class ReportedSteps {
  readonly #warnings: string[] = [];
  #ended = 0;

  constructor(
    private readonly call: Pick<UpstreamCall, 'onProgress'>,
    private readonly steps: number,
    private readonly parts: Part[],
  ) {}

  part(part: Part): void {
    if (this.parts.length < maxIssues) this.parts.push(part);
  }

  warn(path: string, text: string): void {
    this.#warnings.push(`${path}: ${text}`);
  }

  /** Those of the steps, then those of the whole. */
  warnings(ofWhole: readonly string[]): string[] {
    return [...this.#warnings, ...ofWhole].slice(0, maxIssues);
  }

  ended(path: string, status: string): void {
    this.#ended += 1;
    const total = Math.max(this.#ended, this.steps);
    this.call.onProgress?.({ progress: this.#ended, total, message: `${path}: ${status}` });
  }
}

export const partOf = (step: string, envelope: StepResult['envelope']): Part | undefined =>
  envelope && {
    ...{ step, invocationId: envelope.id, tool: envelope.tool, version: envelope.version ?? '' },
    status: envelope.status,
  };
