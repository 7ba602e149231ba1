import type { Deadline, Failure } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Revealed } from './content/revealed.js';
import type { Repeat } from './idempotency/keyed.js';
import type { RoutedResult } from './output/output-router.js';
import type { Pause } from './pause.js';
import type { Counted } from './policy/limits.js';
import type { PolicyDecision } from './policy/policy-decision.js';
import type { Edit } from './repair/edit.js';
import type { Admission } from './resilience/circuits.js';
import type { StandIn } from './resilience/stand-in.js';
import type { ToolResult, WithheldResult } from './tool-result.js';

/** By `resolve`. */
export interface ResolvedVersion {
  version: ToolVersion;
}

/** By `reveal`. */
export interface RevealedInput {
  /** Masked values that the input carries; people see their placeholders. */
  revealed?: Revealed;
}

/** By `validate-input`. */
export interface CheckedInput {
  argumentsDigest: string;
  /** What was changed for the input to fit; absent when nothing was. */
  repairs?: readonly Edit[];
}

/** By `idempotency`. */
export interface ClaimedKey {
  /** What it is answered with instead of going on, when it only repeats an earlier call. */
  repeat?: Repeat;
}

/** By `policy`. */
export interface Decided {
  decision: PolicyDecision;
  /** A policy is about its result: nothing that the tool says meanwhile is passed on. */
  isGuarded?: boolean;
  /** The input before policies masked some of it; absent when none did. */
  unmasked?: Readonly<Record<string, unknown>>;
  /** The input as people are shown it, where some of it is masked. */
  shown?: Readonly<Record<string, unknown>>;
}

/** By `limits`. */
export interface CountedCall {
  /** What it was counted for, or could not be. */
  limits: Counted;
}

/** By `hierarchy`. */
export interface SharedTime {
  /** The levels after this one; absent while nothing has asked for them. */
  standIns: readonly StandIn[];
}

/** By `circuit`. */
export interface Admitted {
  /** Leave of the version's circuit breaker, to be told what came of it. */
  admission: Admission | undefined;
}

/** By `call`, beside the tool's result. */
export interface CalledTool {
  /** The failure that an error result of the tool reports; the call is inspected like any other before it ends with it. */
  toolError?: Failure;
  /** Who is at fault, where the code of its failure alone does not say it. */
  blame?: 'tool' | 'nobody';
  /** Part of `upstreamMs`: the start of a process or connection. */
  startMs?: number;
}

/** By `validate-output`. */
export interface CheckedOutput {
  /** Digest of a large output, which was made in slices. */
  resultDigest?: { readonly of: unknown; readonly digest: string };
}

/** By `return`, or `release`. */
export interface GuardedResult {
  /** Classes of personal data and secrets in the result. */
  contains?: readonly string[];
  /** The result, while it waits for a person. */
  withheld?: WithheldResult;
  /** What policies on results decided, for the trace. */
  returned?: string;
  /** The result is no longer what the tool itself said. */
  isAltered?: boolean;
}

/** By `route-output`. */
export interface RoutedOutput {
  /** What of the output is answered, and in which form; all of it, as it came, when absent. */
  routed?: RoutedResult;
}

/** By the end of the last level. */
export interface EndedCall {
  /** How this level itself ended, where the whole call ends with another failure. */
  ended?: Failure;
  /** The ticket of a call that no level could answer. */
  escalation?: { readonly id: string; readonly url: string };
}

/** What the stages of one level have resolved so far: their results, each stage's own. */
export interface Resolved
  extends ToolResult,
    Partial<ResolvedVersion>,
    RevealedInput,
    Partial<CheckedInput>,
    ClaimedKey,
    Partial<Decided>,
    Partial<CountedCall>,
    Partial<SharedTime>,
    Partial<Admitted>,
    CalledTool,
    CheckedOutput,
    GuardedResult,
    RoutedOutput,
    EndedCall {
  /** As asked for, mapped for this level, or repaired. */
  input: Readonly<Record<string, unknown>>;
  /** Of this level: a share of the whole, or all of it. */
  deadline: Deadline;
  /** Set when it ends for now, because it waits for a person. */
  pause?: Pause;
}

/** What is resolved of a level before its first stage. */
export const nothingResolved = (
  input: Resolved['input'],
  deadline: Deadline,
  standIns?: readonly StandIn[],
): Resolved => ({
  input,
  deadline,
  validation: { outcome: 'skipped', issues: [] },
  ...(standIns && { standIns }),
});
