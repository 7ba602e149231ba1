import type { Envelope, Invoke } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import type { Deadline, Failure } from '@assay/kernel';
import type { Revocation, Server, ToolVersion } from '@assay/registry';
import type { Approval } from './approvals/approval.js';
import type { CallEvents } from './call-events.js';
import type { Revealed } from './content/revealed.js';
import type { Keyed, Repeat } from './idempotency/keyed.js';
import type { RoutedResult } from './output/output-router.js';
import type { Pause } from './pause.js';
import type { Counted } from './policy/limits.js';
import type { PolicyDecision } from './policy/policy-decision.js';
import type { Edit } from './repair/edit.js';
import type { Requested } from './requested.js';
import type { Admission } from './resilience/circuits.js';
import type { StandIn } from './resilience/stand-in.js';
import type { ToolResult, WithheldResult } from './tool-result.js';

/**
 * A call on its way through the stages; each stage reads what earlier ones found and adds its own. Every level of a
 * fallback hierarchy is a call of its own; `warnings`, `trace`, `attempted` and `whole` are one for all of them.
 */
export interface Call extends ToolResult {
  readonly id: string;
  readonly request: Invoke;
  readonly requested: Requested;
  readonly caller: Caller;
  /** Of the whole call, every level included. */
  readonly whole: Deadline;
  /** Of this level: a share of the whole, or all of it. */
  deadline: Deadline;
  /** 1 is what was asked for; a later one stands in for those before it. 0: by capability, and no level is taken yet. */
  readonly level: number;
  /** `ns/tool` or `ns/tool@range` of this level. */
  readonly reference: string;
  /** As asked for, mapped for this level, or repaired. */
  input: Readonly<Record<string, unknown>>;
  /** How right this level's answers are, over the primary's; at most 1. */
  readonly accuracy: number;
  /** What became of the other levels. */
  readonly attempted: Envelope['attempted'];
  /** How many of those come before this one; all when absent. */
  readonly begunAfter?: number;
  /** The levels after this one; undefined while nobody has looked. */
  standIns?: readonly StandIn[];
  /** Set while a hedged call waits for its tool: tells that it is slow. */
  slow?: () => void;
  /** How this level itself ended, where the whole call ends with another failure. */
  ended?: Failure;
  /** The ticket of a call that no level could answer. */
  escalation?: { readonly id: string; readonly url: string };
  /** Of the idempotency key the caller gave; one for all levels. */
  readonly keyed?: Keyed;
  /** What it is answered with instead of going on, when it only repeats an earlier call. */
  repeat?: Repeat;
  /** Of a call whose id its caller knows beforehand, for who follows it; one for all levels. */
  readonly events?: CallEvents;
  /** Made beside another attempt or call, which is what is answered: it asks no person for consent. */
  readonly beside?: 'hedge' | 'corroboration';
  readonly warnings: string[];
  readonly trace: Envelope['trace'];
  version?: ToolVersion;
  server?: Server;
  argumentsDigest?: string;
  /** What was changed for the input to fit; absent when nothing was. */
  repairs?: readonly Edit[];
  /** What was tried for an input to fit, or an answer to come; one for all levels, once there is any. */
  healing?: Healing;
  /** What policies say of it. */
  decision?: PolicyDecision;
  /** The consent a call that had waited for a person goes on with. */
  readonly approved?: Approval;
  /** Set when it ends for now, because it waits for a person. */
  pause?: Pause;
  /** Leave of the version's circuit breaker, to be told what came of it. */
  admission?: Admission | undefined;
  /** What it was counted for, or could not be. */
  limits?: Counted;
  /** The failure that an error result of the tool reports; the call is inspected like any other before it ends with it. */
  toolError?: Failure;
  /** Who is at fault, where the code of its failure alone does not say it. */
  blame?: 'tool' | 'nobody';
  /** Of this, the start of a process or connection. */
  startMs?: number;
  /** Tried although its measured latency excludes it, so that it is measured again. */
  readonly isTrial?: boolean;
  /** Set when its version is revoked while the call is under way, which the deadline's signal then tells. */
  revocation?: Revocation;
  /** Digest of a large output, which was made in slices. */
  resultDigest?: { readonly of: unknown; readonly digest: string };
  /** What of the output is answered, and in which form; all of it, as it came, when absent. */
  routed?: RoutedResult;
  /** Classes of personal data and secrets in the result. */
  contains?: readonly string[];
  /** Masked values that the input carries; people see their placeholders. */
  revealed?: Revealed;
  /** The input before policies masked some of it; absent when none did. */
  unmasked?: Readonly<Record<string, unknown>>;
  /** The input as people are shown it, where some of it is masked. */
  shown?: Readonly<Record<string, unknown>>;
  /** The result, while it waits for a person. */
  withheld?: WithheldResult;
  /** A policy is about its result: nothing that the tool says meanwhile is passed on. */
  isGuarded?: boolean;
  /** What policies on results decided, for the trace. */
  returned?: string;
  /** The result is no longer what the tool itself said. */
  isAltered?: boolean;
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

/** What was tried to make a call work; one for all its levels. */
export interface Healing {
  /** Rules applied, models asked, calls made again. */
  attempts: number;
  /** Time that this took, in ms. */
  addedMs: number;
  /** Tokens that models were asked with, and answered. */
  tokens: number;
  /** Digests of the arguments tried already: none is tried twice. */
  readonly tried: Set<string>;
  /** An empty answer that stands when nothing broader gives one. */
  empty?: Call;
}
