import type { Manifest } from '@assay/contracts';
import type { Server } from '../catalog/records.js';
import type { Caller } from '../identity/caller.js';
import type { Deadline } from '../kernel/deadline.js';
import type { Failure } from '../kernel/failure.js';
import type { Result } from '../kernel/result.js';
import type { Credential } from './credentials/credential.js';

/** One call of an upstream tool. */
export interface UpstreamCall {
  readonly invocationId: string;
  readonly manifest: Manifest;
  /** The registered server the tool lives on, if it does on one. */
  readonly server: Server | null;
  /** What the call carries; in the server's record already, if there is one. Sessions made with it serve it alone. */
  readonly credential?: Credential;
  readonly input: Readonly<Record<string, unknown>>;
  /** Who is calling: sessions that keep state are pooled by it. */
  readonly principalId: string;
  readonly deadline: Deadline;
  /** Of the request that led here: 32 hexadecimal digits (W3C Trace Context). Passed on where a protocol has a place. */
  readonly traceId?: string;
  /**
   * Travels with the call, so that a tool that honours it acts once: HTTP `Idempotency-Key`, gRPC metadata
   * `idempotency-key`, MCP and JSON-RPC `_meta["assay/idempotencyKey"]`. Absent when the caller gave no key.
   */
  readonly idempotencyKey?: string;
  /** Told of progress the tool reports meanwhile. */
  readonly onProgress?: (progress: ToolProgress) => void;
  /** Of a composition's call: for whom, and as a part of what, its own calls are made. */
  readonly origin?: CallOrigin;
}

/** Whose call a call is made in. */
export interface CallOrigin {
  readonly caller: Caller;
  readonly session?: string | undefined;
  readonly task?: string | undefined;
  /** Compositions around it. */
  readonly nesting: number;
}

/** How far a tool is, in whatever it counts. */
export interface ToolProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A content block as MCP has it; other protocols answer `structured` alone. */
export type ContentBlock = { readonly type: string } & Readonly<Record<string, unknown>>;

export interface UpstreamAnswer {
  readonly content: readonly ContentBlock[];
  readonly structured?: unknown;
  /** What travels beside it for programs: MCP's `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The tool says that it failed. */
  readonly isError: boolean;
  /** Which upstream answered, for provenance: `mcp:ns/server`. */
  readonly source: string;
}

/**
 * Reaches tools of one protocol. A failure says by its code what happened and by `outcome` whether an effect is
 * possible: `none` only when the request surely never reached the tool. Aborting the deadline's signal cancels the
 * call at the upstream and settles the promise at once. Answers over the size or nesting limit fail with
 * `output_too_large`.
 */
export interface ToolTransport {
  call(call: UpstreamCall): Promise<Result<UpstreamAnswer, Failure>>;
}
