import type {
  ApprovalSettings,
  ApprovalState,
  ApprovalSubject,
  Envelope,
  InvocationStatus,
  Invoke,
  RiskMarks,
} from '@assay/contracts';
import { dayMs } from '@assay/kernel';
import type { PartOf } from '../part-of.js';
import type { Edit } from '../repair/edit.js';
import type { FallbackLevel } from '../resilience/fallback-level.js';
import type { WithheldResult } from '../tool-result.js';

/**
 * How long a call waits for a person before it is denied, how long its arguments are kept once it has ended, and how many
 * calls of one caller wait at a time.
 */
export const approvalDefaults = Object.freeze({
  expiresAfterMs: dayMs,
  keepArgumentsMs: 30 * dayMs,
  maxWaiting: 100,
});

/** As an organisation decides that has said nothing. */
export const approvalSettingsDefaults: ApprovalSettings = Object.freeze({ fourEyes: false, ownUserDecides: true });

/** What one user said. Times are milliseconds since the epoch, here and below. */
export interface UserDecision {
  readonly principalId: string;
  readonly decision: 'approve' | 'deny';
  readonly reason: string | null;
  readonly at: number;
}

/** One user's decision, handed to another user. */
export interface ApprovalDelegation {
  readonly from: string;
  readonly to: string;
  readonly reason: string | null;
  readonly at: number;
}

/**
 * A person's consent to one call, asked for: good for this caller, this version, these arguments and the policies that
 * asked, once, until it expires.
 */
export interface Approval {
  readonly id: string;
  /** The caller's organisation, whose users decide. */
  readonly organisationId: string;
  readonly invocationId: string;
  /** The caller. */
  readonly principalId: string;
  /** The API key it called with; null for a token. */
  readonly keyId: string | null;
  /** The idempotency key the caller gave. */
  readonly idempotencyKey: string | null;
  /** `ns/tool`. */
  /** What waits: the call itself, or the result of one that was made. */
  readonly subject: ApprovalSubject;
  readonly tool: string;
  readonly version: string;
  readonly versionId: string;
  /** Of the fallback hierarchy; an approval covers one level only. */
  readonly level: number;
  readonly argumentsDigest: string;
  /** Of the policies that asked, and no others: an unrelated edit voids nothing. */
  readonly policyDigest: string;
  readonly policies: readonly { readonly id: string; readonly version: number }[];
  readonly why: string;
  readonly risks: RiskMarks;
  /** How many different users have to agree. */
  readonly needed: number;
  readonly openedAt: number;
  readonly expiresAt: number;
  readonly state: ApprovalState;
  readonly closedAt: number | null;
  /** How the call ended; null while it has not. */
  readonly outcome: InvocationStatus | null;
  readonly settledAt: number | null;
  /** In the order they were made. */
  readonly decisions: readonly UserDecision[];
  /** In the order they were made; one for each user who delegated. */
  readonly delegations: readonly ApprovalDelegation[];
}

/** Which call it is that goes on. */
export type ResumedCall = Pick<Approval, 'invocationId' | 'tool' | 'version' | 'level'>;

/** A call that its tool has suspended, and the data needed to continue it. */
export interface SuspendedAt extends ResumedCall, Pick<Approval, 'versionId' | 'keyId' | 'idempotencyKey'> {
  /** The consent the call goes on under; null when it needed none. */
  readonly approvalId: string | null;
  readonly paused: PausedCall;
}

/** What is needed to go on with the call; sealed at rest. */
export interface PausedCall {
  readonly request: Invoke;
  readonly traceId: string;
  readonly baggage?: string;
  /** Of the caller's credential, when it called. */
  readonly scopes: readonly string[];
  readonly namespaces: readonly string[] | null;
  /** The input that would run: as requested, mapped for its level, or repaired. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Of the input, what nothing may change. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The same as people are shown it, where policies mask some of it. */
  readonly shown?: Readonly<Record<string, unknown>>;
  /** The result that waits, of a call that was made. */
  readonly withheld?: WithheldResult;
  readonly repairs: readonly Edit[] | null;
  readonly accuracy: number;
  readonly attempted: Envelope['attempted'];
  /** The levels behind it; null while nobody has looked. */
  readonly standIns: readonly FallbackLevel[] | null;
  readonly warnings: readonly string[];
  readonly startedAt: number;
  /** As in the call; false, and none, when absent. */
  readonly isWhole?: boolean;
  readonly nesting?: number;
  readonly partOf?: PartOf;
}

/** How an approval stands that has just been asked for; under four eyes two people have to consent. */
export const justAsked = (
  openedAt: number,
  { fourEyes }: Pick<ApprovalSettings, 'fourEyes'>,
): Pick<
  Approval,
  'needed' | 'openedAt' | 'expiresAt' | 'state' | 'closedAt' | 'outcome' | 'settledAt' | 'decisions' | 'delegations'
> => ({
  needed: fourEyes ? 2 : 1,
  openedAt,
  expiresAt: openedAt + approvalDefaults.expiresAfterMs,
  state: 'pending',
  closedAt: null,
  outcome: null,
  settledAt: null,
  decisions: [],
  delegations: [],
});
