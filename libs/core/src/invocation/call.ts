import type { Envelope, FindingSign, Invoke } from '@assay/contracts';
import type { Server, ToolVersion } from '../catalog/records.js';
import type { Revocation } from '../catalog/revocation/revocation.js';
import type { Caller } from '../identity/caller.js';
import type { Deadline } from '../kernel/deadline.js';
import type { Failure } from '../kernel/failure.js';
import type { Counted } from '../policy/limits.js';
import type { UpstreamAnswer } from './tool-transport.js';

/** A call on its way through the stages; each stage reads what earlier ones found and adds its own. */
export interface Call {
  readonly id: string;
  readonly request: Invoke;
  readonly caller: Caller;
  readonly traceId: string;
  readonly deadline: Deadline;
  /** Every stage runs but the ones that reach the upstream. */
  readonly dryRun: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly warnings: string[];
  readonly trace: Envelope['trace'];
  validation: Envelope['validation'];
  version?: ToolVersion;
  server?: Server;
  argumentsDigest?: string;
  /** What it was counted for, or could not be. */
  limits?: Counted;
  answer?: UpstreamAnswer;
  upstreamMs?: number;
  /** What was left of the deadline when the upstream was called. */
  givenMs?: number;
  /** Set when its version is revoked while the call is under way, which the deadline's signal then tells. */
  revocation?: Revocation;
  output?: unknown;
  /** What in the answer looks like an attack on the model that reads it. */
  findings?: readonly FindingSign[];
}

/** Whether the tool declares that it only reads; anything else may have effects. */
export const isReadOnly = (version: ToolVersion | undefined): boolean =>
  version?.manifest.annotations?.readOnlyHint === true;

/** One step of a call. A failure ends the way to the tool; recording and returning happen all the same. */
export interface Stage {
  readonly name: string;
  /** Only `reaches` stages are left out of a dry run. */
  readonly reaches?: boolean;
  run(call: Call): Failure | undefined | Promise<Failure | undefined>;
}
