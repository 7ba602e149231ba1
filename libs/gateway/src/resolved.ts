import type { Deadline, Failure } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { StandingApproval } from './approvals/standing/standing-approval.js';
import type { Revealed } from './content/revealed.js';
import type { Repeat } from './idempotency/keyed.js';
import type { RoutedResult } from './output/output-router.js';
import type { Pause } from './pause.js';
import type { Counted } from './policy/limits.js';
import type { PolicyDecision } from './policy/policy-decision.js';
import type { Edit } from './repair/edit.js';
import type { Admission } from './resilience/circuits.js';
import type { FallbackLevel } from './resilience/fallback-level.js';
import type { ToolResult, WithheldResult } from './tool-result.js';

/** What the tool is called with. */
export interface CalledWith {
  /** As asked for, mapped for this level, or repaired. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** By `resolve`. */
export interface ResolvedVersion {
  readonly version: ToolVersion;
  /** Otherwise the caller may call no version that fits, and this is the newest. */
  readonly isCallable: boolean;
}

/** By `reveal`. */
export interface RevealedInput extends CalledWith {
  /** Masked values that the input carries; people see their placeholders. */
  readonly revealed: Revealed;
}

/** By `validate-input`. */
export interface CheckedInput extends Partial<RepairedInput> {
  readonly argumentsDigest: string;
  /** Absent when the input is valid. */
  readonly validation?: ToolResult['validation'];
}

/** An input that was changed so that it fits. */
export interface RepairedInput extends CalledWith {
  /** What was changed, in this order. */
  readonly repairs: readonly Edit[];
}

/** By `idempotency`. */
export interface ClaimedKey {
  /** What it is answered with instead of going on, when it only repeats an earlier call. */
  readonly repeat: Repeat;
}

/** By `policy`. */
export interface Decided extends Partial<MaskedInput> {
  readonly decision: PolicyDecision;
  /** A policy is about its result: nothing that the tool says meanwhile is passed on. */
  readonly isGuarded: boolean;
}

/** An input of which policies masked something. */
export interface MaskedInput extends CalledWith {
  /** The input before. */
  readonly unmasked: Readonly<Record<string, unknown>>;
  /** The input as people are shown it. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly argumentsDigest: string;
}

/** By `approval`, where a person decides first. */
export interface AwaitedApproval {
  readonly pause: Pause;
}

/** By `approval`, where a person has consented in advance. */
export interface CoveredCall {
  readonly standing: StandingApproval;
}

/** By `cache`: the result of an earlier call, or what the result of this one is for. */
export interface CachedResult extends Pick<ToolResult, 'answer' | 'findings' | 'connection'> {
  readonly cached?: { readonly ageMs: number };
}

/** By `limits`. */
export interface CountedCall {
  /** What it was counted for, or could not be. */
  readonly limits: Counted;
}

/** By `hierarchy`. */
export interface SharedTime {
  /** The levels after this one; absent while nothing has asked for them. */
  standIns: readonly FallbackLevel[];
  /** The level's part of the time, where others may be tried after it. */
  readonly deadline?: Deadline;
}

/** By `circuit`. */
export interface Admitted {
  /** Permission of the version's circuit breaker, to be closed with the outcome. */
  readonly admission: Admission;
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

/** By `inspect-output`. */
export interface InspectedAnswer {
  /** What in the answer looks like an attack on the model that reads it. */
  findings: NonNullable<ToolResult['findings']>;
}

/** By `validate-output`; an output that is withheld is not among it. */
export interface CheckedOutput {
  readonly output?: unknown;
  readonly validation?: ToolResult['validation'];
  /** Digest of a large output, which was made in slices. */
  readonly resultDigest?: { readonly of: unknown; readonly digest: string };
}

/** By `corroborate`; an output that persons have to decide on is taken back. */
export interface Corroborated extends Pick<EndedCall, 'escalation'> {
  readonly output: unknown;
  readonly validation: ToolResult['validation'];
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
  readonly routed: RoutedResult;
}

/** By the end of the last level. */
export interface EndedCall {
  /** How this level itself ended, where the whole call ends with another failure. */
  readonly ended?: Failure;
  /** The ticket of a call that no level could answer. */
  readonly escalation?: { readonly id: string; readonly url: string };
}

/** What the stages of one level have resolved so far: their results, each stage's own. */
export interface Resolved
  extends Omit<ToolResult, 'findings'>,
    Partial<InspectedAnswer>,
    Partial<ResolvedVersion>,
    Partial<Omit<RevealedInput, 'input'>>,
    Partial<Omit<CheckedInput, 'input' | 'validation'>>,
    Partial<ClaimedKey>,
    Partial<Omit<Decided, 'input'>>,
    Pick<CachedResult, 'cached'>,
    Partial<CoveredCall>,
    Partial<CountedCall>,
    Partial<Omit<SharedTime, 'deadline'>>,
    Partial<Admitted>,
    CalledTool,
    Omit<CheckedOutput, 'output' | 'validation'>,
    GuardedResult,
    Partial<RoutedOutput>,
    EndedCall {
  readonly input: CalledWith['input'];
  /** Of this level: a share of the whole, or all of it. */
  deadline: Deadline;
  /** Set where equal calls wait for the result of this one; ends with the level. */
  flight?: { end(failure: Failure | undefined): void };
  /** Set when it ends for now, because it waits for a person. */
  pause?: Pause;
}
