import type { Deadline, Failure } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Happened } from './happened.js';
import type { Requested } from './requested.js';
import type { FallbackLevel } from './resilience/fallback-level.js';
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

/** What is resolved of a level before its first stage. */
export const nothingResolved = (
  input: Resolved['input'],
  deadline: Deadline,
  fallbackLevels?: readonly FallbackLevel[],
): Resolved => ({
  input,
  deadline,
  validation: { outcome: 'skipped', issues: [] },
  ...(fallbackLevels && { standIns: fallbackLevels }),
});

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

/** What a stage has resolved, and the failure that ends the way to the tool all the same. */
export interface Passed<Gives> {
  readonly resolved: Gives;
  readonly failure?: Failure | undefined;
}

/** How a stage ends; undefined when it has nothing to add. */
export type StageEnd<Gives> = Failure | Passed<Gives> | undefined;

/**
 * One step of a call: it reads what was requested and resolved before it, and gives what it resolves itself. A failure ends
 * the way to the tool; recording and returning happen all the same.
 */
export interface Stage<Gives extends Partial<Resolved> = Partial<Resolved>> {
  readonly name: string;
  /** Only `reaches` stages are left out of a dry run. */
  readonly reaches?: boolean;
  /** A stage that this call has no need of is passed over, and is not in its trace; needed when absent. */
  isNeeded?(call: Call): boolean;
  run(call: Call): StageEnd<Gives> | Promise<StageEnd<Gives>>;
  /** What the trace says of it, beside the failure's code. */
  note?(call: Call): string | undefined;
}

/** A stage that resolves nothing to be passed on, or does so while it reaches the tool. */
export interface PlainStage extends Stage {
  run(call: Call): Failure | undefined | Promise<Failure | undefined>;
}

/** Adds what a stage gave to what is resolved; answers its failure. For whoever takes a call through its stages. */
export function addResolved(call: Call, end: StageEnd<Partial<Resolved>>): Failure | undefined {
  if (end === undefined || 'code' in end) return end;
  Object.assign(call.resolved, end.resolved);
  return end.failure;
}
