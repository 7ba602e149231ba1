import type { Envelope, FindingSign, Invoke } from '@assay/contracts';
import type { Server, ToolVersion } from '../catalog/records.js';
import type { Revocation } from '../catalog/revocation/revocation.js';
import type { Caller } from '../identity/caller.js';
import type { Deadline } from '../kernel/deadline.js';
import type { Failure } from '../kernel/failure.js';
import type { Counted } from '../policy/limits.js';
import type { CallEvents } from './call-events.js';
import type { Keyed, Repeat } from './idempotency/keyed.js';
import type { Edit } from './repair/edit.js';
import type { Admission } from './resilience/circuits.js';
import type { StandIn } from './resilience/fallbacks.js';
import type { UpstreamAnswer } from './tool-transport.js';

/**
 * A call on its way through the stages; each stage reads what earlier ones found and adds its own. Every level of a
 * fallback hierarchy is a call of its own; `warnings`, `trace`, `attempted` and `whole` are one for all of them.
 */
export interface Call {
  readonly id: string;
  readonly request: Invoke;
  readonly caller: Caller;
  readonly traceId: string;
  /** Of the whole call, every level included. */
  readonly whole: Deadline;
  /** Of this level: a share of the whole, or all of it. */
  deadline: Deadline;
  /** 1 is what was asked for; a later one stands in for those before it. */
  readonly level: number;
  /** `ns/tool` or `ns/tool@range` of this level. */
  readonly reference: string;
  /** As asked for, mapped for this level, or repaired. */
  input: Readonly<Record<string, unknown>>;
  /** How right this level's answers are, over the primary's; at most 1. */
  readonly accuracy: number;
  /** What became of the levels before this one. */
  readonly attempted: Envelope['attempted'];
  /** The levels after this one; undefined while nobody has looked. */
  standIns?: readonly StandIn[];
  /** Of the idempotency key the caller gave; one for all levels. */
  readonly keyed?: Keyed;
  /** What it is answered with instead of going on, when it only repeats an earlier call. */
  repeat?: Repeat;
  /** Of a call whose id its caller knows beforehand, for who follows it; one for all levels. */
  readonly events?: CallEvents;
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
  /** What was changed for the input to fit; absent when nothing was. */
  repairs?: readonly Edit[];
  /** Leave of the version's circuit breaker, to be told what came of it. */
  admission?: Admission;
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

/** Whether the tool takes a call twice without harm: it declares itself idempotent, or that it honours the key. */
export const isRepeatable = (version: ToolVersion | undefined): boolean => {
  const { idempotentHint, honoursKey } = version?.manifest.annotations ?? {};
  return idempotentHint === true || honoursKey === true;
};

/** One step of a call. A failure ends the way to the tool; recording and returning happen all the same. */
export interface Stage {
  readonly name: string;
  /** Only `reaches` stages are left out of a dry run. */
  readonly reaches?: boolean;
  run(call: Call): Failure | undefined | Promise<Failure | undefined>;
}
