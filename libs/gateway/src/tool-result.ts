import type { Envelope, FindingSign, Provenance } from '@assay/contracts';
import type { UpstreamAnswer } from './upstream-answer.js';

/** What a call's tool answered, and what is known of the answer. */
export interface ToolResult {
  answer?: UpstreamAnswer;
  output?: unknown;
  upstreamMs?: number;
  /** What was left of the deadline when the upstream was called. */
  givenMs?: number;
  validation: Envelope['validation'];
  /** What in the answer looks like an attack on the model that reads it. */
  findings?: readonly FindingSign[];
  /** Of a composition: the calls it is made of. */
  parts?: NonNullable<Provenance['steps']>;
  /** Whose credential the call carried; absent when none. */
  connection?: { readonly id: string; readonly shared: boolean };
}

/** A result that waits for a person, as its tool gave it; sealed at rest. */
export interface WithheldResult extends Readonly<ToolResult> {
  /** Classes of what was found in it. */
  readonly contains: readonly string[];
}
