import type { ForwardStatus, SagaError, SagaEventView, SagaState, UndoStatus } from '@assay/contracts';
import { idempotencyDefaults } from '@assay/gateway';
import { hourMs } from '@assay/kernel';

/** Milliseconds, where nothing else is said. */
export const sagaDefaults = Object.freeze({
  /** For all forward steps together. */
  deadlineMs: 600_000,
  /** Of one call, where the saga's own deadline says nothing. */
  callMs: 30_000,
  /** So often a compensation is tried whose failure may pass, before a person is asked. */
  undoTries: 5,
  firstPauseMs: 500,
  maxPauseMs: 8_000,
  /** What may be asked again only later than that has failed for now. */
  maxRetryAfterMs: 300_000,
  /** A look-up, or a compensation, that cannot be made just now is waited with for so long. */
  patienceMs: 600_000,
  /** So often a forward step of unknown outcome is looked up. */
  lookUps: 3,
  /** A claim that is older is not asked about any more: the ledger forgets it soon. */
  claimMs: idempotencyDefaults.keepMs - hourMs,
  /** Sagas of one caller that have not ended. */
  maxOpen: 1_000,
  /** What one call is given, and what all steps gave together, in bytes of JSON. */
  inputBytes: 10 * 1_048_576,
  outputBytes: 16 * 1_048_576,
});

/** How far a way back leads, the best first; what is irreversible may have one all the same, which is tried. */
export const compensationClasses = ['full', 'semantic', 'side-effects', 'irreversible'] as const;
export type CompensationClass = (typeof compensationClasses)[number];

/** What undoes a step. */
export interface Compensation {
  /** As the manifest says; what a saga names itself counts as semantic, where the manifest says nothing worse. */
  readonly class: CompensationClass;
  /** `ns/tool` or `ns/tool@range`. */
  readonly tool: string;
  readonly input:
    | { readonly kind: 'arguments'; readonly arguments: Readonly<Record<string, unknown>> }
    /** JSONata over {input, output}; the step's own input when null. */
    | { readonly kind: 'reshape'; readonly expression: string | null };
}

/** One call of a saga, forward or back. Times are milliseconds since the epoch, here and below. */
interface Attempt {
  /** Of the last call that was made for it. */
  readonly invocationId: string | null;
  readonly startedAt: number | null;
  /** From when on its key counts: when it began, or when the call that waited for a person last ended. */
  readonly askedAt: number | null;
  readonly endedAt: number | null;
  readonly error: SagaError | null;
  readonly approval: { readonly id: string; readonly url: string; readonly since: number } | null;
}

export interface Forward extends Attempt {
  readonly status: ForwardStatus;
  /** As the tool was called; null before, and when it has been forgotten. */
  readonly input: Readonly<Record<string, unknown>> | null;
  /** Of a step that succeeded. */
  readonly output: unknown;
  /** About so long as JSON; 0 without an output. */
  readonly outputBytes: number;
}

export interface Undo extends Attempt {
  readonly status: UndoStatus;
  /** Part of its idempotency key: raised where another try has to be another call. */
  readonly round: number;
  readonly tries: number;
}

export interface SagaStep {
  readonly id: string;
  /** `ns/tool`, at the version that was found when the saga began. */
  readonly tool: string;
  readonly version: string;
  readonly readOnly: boolean;
  /** Takes a call twice without harm. */
  readonly repeatable: boolean;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Null: there is nothing to undo, or no way to. */
  readonly compensation: Compensation | null;
  readonly forward: Forward;
  /** Null while there is nothing to undo. */
  readonly undo: Undo | null;
}

/** A person's consent to a step that cannot be undone and is not the last. */
export interface Consent {
  readonly position: number;
  readonly approvalId: string;
  readonly url: string;
}

export interface Resolution {
  readonly action: 'retry' | 'settle';
  readonly principalId: string;
  readonly reason: string;
  readonly at: number;
}

export interface Saga {
  readonly id: string;
  readonly organisationId: string;
  /** Who began it: all calls are made with its rights. */
  readonly principalId: string;
  /** Null for a token. */
  readonly keyId: string | null;
  /** Of the credential, when it began. */
  readonly scopes: readonly string[];
  readonly namespaces: readonly string[] | null;
  readonly traceId: string;
  readonly idempotencyKey: string | null;
  /** Of what was asked for. */
  readonly requestDigest: string;
  readonly state: SagaState;
  readonly steps: readonly SagaStep[];
  readonly consents: readonly Consent[];
  /** Why it does not go on. */
  readonly problem: { readonly step: string | null; readonly code: string; readonly message: string } | null;
  readonly cancelledAt: number | null;
  /** One call may take so long; null for as long as the saga itself may. */
  readonly callMs: number | null;
  readonly deadlineMs: number;
  /** When the forward steps have to be done; null before the first. */
  readonly deadlineAt: number | null;
  /** Null unless a person has to see to it. */
  readonly ticket: { readonly id: string; readonly openedAt: number } | null;
  readonly resolutions: readonly Resolution[];
  /** Goes up with each write; a write on an older one is refused. */
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly endedAt: number | null;
}

/** Numbers are the store's own. */
export interface SagaEvent {
  readonly at: number;
  readonly kind: SagaEventView['kind'];
  readonly step: string | null;
  readonly status: string;
  readonly message: string | null;
}

export const notBegun: Attempt = Object.freeze({
  invocationId: null,
  startedAt: null,
  askedAt: null,
  endedAt: null,
  error: null,
  approval: null,
});

type Way = Pick<SagaStep, 'readOnly' | 'compensation'>;

/** Steps that have effects, and nothing that could be called to undo them. */
export const hasNoWayBack = ({ readOnly, compensation }: Way): boolean => !readOnly && compensation === null;
/** Steps that need consent where others come after them: a saga's own way back does not overrule the tool's word. */
export const isIrreversible = (step: Way): boolean =>
  hasNoWayBack(step) || (!step.readOnly && step.compensation?.class === 'irreversible');

/** The key of a step's call, forward or back: the same however often it is made, and another one for each direction. */
export const forwardKey = (sagaId: string, position: number): string => `saga:${sagaId}:${position}:forward`;
export const undoKey = (sagaId: string, position: number, round: number): string =>
  `saga:${sagaId}:${position}:undo:${round}`;
export const consentKey = (sagaId: string, position: number): string => `saga:${sagaId}:${position}:consent`;
