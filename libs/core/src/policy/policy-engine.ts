import type { Issue, PrincipalKind } from '@assay/contracts';
import type { Result } from '../kernel/result.js';
import type { PolicyReads } from './policy-reads.js';

/** One policy of a text, as an engine reads it. */
export interface ReadStatement {
  /** Its `@id`, or the place it stands at, from 1. */
  readonly name: string;
  readonly effect: 'permit' | 'forbid';
  /** Of a forbid: annotated `@decision("require_approval")`. */
  readonly asksApproval: boolean;
  readonly reason: string | null;
  readonly text: string;
  readonly reads: PolicyReads;
  /** Tools (`ns/tool`) it names. */
  readonly tools: readonly string[];
}

/** A call that is to be decided, in the words of policies. Names are as people know them. */
export interface PolicyRequest {
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
  readonly context: PolicyContext;
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
export type PreparedPolicies = (request: PolicyRequest) => HeldStatements;

/** Reads policies and says which hold; what follows from that is not its business. Everything happens in memory, at once. */
export interface PolicyEngine {
  /** What a text says, or everything that is wrong with it, with line and column; it is checked against the schema. */
  read(text: string): Result<readonly ReadStatement[], readonly Issue[]>;
  /** The same of a text that was read before it was kept, without the schema, which takes most of the time. */
  load(text: string): Result<readonly ReadStatement[], readonly Issue[]>;
  /**
   * Makes statements ready; what was ready under the same slot is not from then on. `nameNow` says what a tool that a
   * statement names is called now. Throws on what `read` would not have taken.
   */
  prepare(
    slot: string,
    statements: readonly { readonly id: string; readonly text: string }[],
    nameNow: (tool: string) => string,
  ): PreparedPolicies;
  /** What policies are checked against, for people. */
  readonly schema: string;
}
