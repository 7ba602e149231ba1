import type { Issue, PrincipalKind } from '@assay/contracts';
import type { Result } from '@assay/kernel';
import type { PolicyReads } from './policy-reads.js';

/** One policy of a text, as an engine reads it. */
export interface ReadStatement {
  /** Its `@id`, or the place it stands at, from 1. */
  readonly name: string;
  readonly effect: 'permit' | 'forbid';
  /** Of a forbid: annotated `@decision("require_approval")`. */
  readonly asksApproval: boolean;
  /** Annotated `@standing("no")`: consent in advance does not count. */
  readonly excludesStanding?: boolean;
  /** Of a forbid: what happens in place of its denial; null for the denial itself. */
  readonly obligation: Obligation | null;
  readonly reason: string | null;
  readonly text: string;
  /** What it is about; a policy that names no action is about those whose context has what it reads. */
  readonly actions: readonly PolicyAction[];
  readonly reads: PolicyReads;
  /** Classes of findings it names, such as `personal.email`. */
  readonly classes: readonly string[];
  /** Tools (`ns/tool`) it names. */
  readonly tools: readonly string[];
}

/** Making a call, returning its result, and putting a masked value back into a call. */
export const policyActions = ['call', 'return', 'reveal'] as const;
export type PolicyAction = (typeof policyActions)[number];

/** From the mildest to the strictest. */
export const obligations = ['mask', 'require_approval', 'withhold'] as const;
export type Obligation = (typeof obligations)[number];

/** A call that is to be decided, in the words of policies. Names are as people know them. */
export interface PolicyRequest extends PolicyParties {
  readonly action?: 'call';
  readonly context: PolicyContext;
}

/** A result that is about to be returned. */
export interface ReturnRequest extends PolicyParties {
  readonly action: 'return';
  readonly context: Pick<PolicyContext, 'trust' | 'stage' | 'time'> & { readonly outputFindings: readonly string[] };
}

/** A masked value that a call would send to another server than the one it came from. */
export interface RevealRequest extends PolicyParties {
  readonly action: 'reveal';
  readonly context: Pick<PolicyContext, 'trust' | 'stage' | 'time'> & {
    readonly class: string;
    readonly source: string;
  };
}

/** Who calls what. */
export interface PolicyParties {
  readonly principal: {
    /** `organisation/name`. */
    readonly id: string;
    readonly name: string;
    readonly kind: PrincipalKind | 'anonymous';
    readonly organisation: string;
    readonly teams: readonly string[];
  };
  readonly tool: {
    /** `ns/tool`. */
    readonly id: string;
    readonly namespace: string;
    readonly version: string;
    readonly protocol: string;
    /** The organisation that provides it. */
    readonly provider: string;
    /** Its capabilities and everything above them. */
    readonly capabilities: readonly string[];
  };
}

export interface PolicyContext {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Now, in [0,1]; 0 before it is first worked out. */
  readonly trust: number;
  readonly stage: string;
  /** 0 when the version declares none. */
  readonly costUsd: number;
  readonly readOnly: boolean;
  readonly destructive: boolean;
  /** Whether it says that it only reads, or whether it destroys. */
  readonly declared: boolean;
  readonly owned: boolean;
  readonly endorsed: boolean;
  readonly granted: boolean;
  readonly grantedByName: boolean;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Classes of what was found in the arguments; empty when nothing was, or no policy asks. */
  readonly inputFindings: readonly string[];
}

export interface FailedStatement {
  readonly id: string;
  readonly message: string;
}

/** Which statements hold for a call. One that could not be evaluated is in `failed`. */
export interface HeldStatements {
  readonly held: ReadonlySet<string>;
  readonly failed: readonly FailedStatement[];
}

/** Statements made ready, under their ids. */
export type PreparedPolicies = (request: PolicyRequest | ReturnRequest | RevealRequest) => HeldStatements;

/** Reads policies and says which hold; what follows from that is not its business. Everything happens in memory, at once. */
export interface PolicyEngine {
  /** What a text says, or everything that is wrong with it, with line and column; it is checked against the schema. */
  read(text: string): Result<readonly ReadStatement[], readonly Issue[]>;
  /** The same of a text that was read before it was kept, without the schema, which takes most of the time. */
  load(text: string): Result<readonly ReadStatement[], readonly Issue[]>;
  /**
   * Makes statements ready; what was ready under the same slot is not from then on. `nameNow` says what a tool that a
   * statement names is called now. With `withoutInput`, a statement holds when it may hold for some arguments: the parts
   * of its conditions that look at them are left out. Throws on what `read` would not have taken.
   */
  prepare(
    slot: string,
    statements: readonly { readonly id: string; readonly text: string }[],
    nameNow: (tool: string) => string,
    options?: { readonly withoutInput?: boolean },
  ): PreparedPolicies;
  /** What policies are checked against, for people. */
  readonly schema: string;
}
