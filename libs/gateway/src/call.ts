import type { Failure } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Happened } from './happened.js';
import type { Requested } from './requested.js';
import type { Resolved } from './resolved.js';

/**
 * A call on its way through the stages, in three parts: what was requested, what the stages have resolved, and what has
 * happened. Every level of a fallback hierarchy is a call of its own.
 */
export interface Call {
  readonly requested: Requested;
  readonly resolved: Resolved;
  readonly happened: Happened;
}

/** Whether the tool declares that it only reads; anything else may have effects. */
export const isReadOnly = (version: ToolVersion | undefined): boolean =>
  version?.manifest.annotations?.readOnlyHint === true;

/**
 * Whether the tool takes a call twice without harm: it declares itself idempotent, or that it honours the key; a composition
 * does, since its steps carry keys made of the call's.
 */
export const isRepeatable = (version: ToolVersion | undefined): boolean => {
  const { idempotentHint, honoursKey } = version?.manifest.annotations ?? {};
  return idempotentHint === true || honoursKey === true || version?.manifest.protocol === 'composite';
};

/** One step of a call. A failure ends the way to the tool; recording and returning happen all the same. */
export interface Stage {
  readonly name: string;
  /** Only `reaches` stages are left out of a dry run. */
  readonly reaches?: boolean;
  /** A stage that this call has no need of is passed over, and is not in its trace; needed when absent. */
  isNeeded?(call: Call): boolean;
  run(call: Call): Failure | undefined | Promise<Failure | undefined>;
  /** What the trace says of it, beside the failure's code. */
  note?(call: Call): string | undefined;
}
