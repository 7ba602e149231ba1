import type { Manifest, Provenance } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import type { Deadline, Failure, Result } from '@assay/kernel';
import type { Server } from '@assay/registry';
import type { Credential } from '@assay/vault';
import type { SuspendedAt } from './approvals/approval.js';
import type { ClientRequests } from './client-requests.js';
import type { Invoker } from './invoker.js';
import type { ToolProgress } from './tool-progress.js';
import type { UpstreamAnswer } from './upstream-answer.js';

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
  /** W3C baggage of that request, passed on as it came. */
  readonly baggage?: string;
  /**
   * Travels with the call, so that a tool that honours it acts once: HTTP `Idempotency-Key`, gRPC metadata
   * `idempotency-key`, MCP and JSON-RPC `_meta["assay/idempotencyKey"]`. Absent when the caller gave no key.
   */
  readonly idempotencyKey?: string;
  /** Called with the time that the start of a process or connection took, if any: it is not the tool's time. */
  readonly onStarted?: (ms: number) => void;
  /** Called with the tool's progress. */
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
  /** What the keys of its own calls are made of: the same when the call is made again, or goes on. */
  readonly key: string;
  /** What is needed to go on with it, should it have to wait for a person; undefined when it may not wait. */
  readonly left: (() => SuspendedAt) | undefined;
  /** When it was begun, in ms since the epoch: before it waited, where it did. */
  readonly begunAt: number;
  /** It waited, and continues; or it was made before under its key, and its progress is unknown. */
  readonly isAgain: boolean;
  /** Makes its calls in the place of the gateway, where nothing of it is a call to anybody else. */
  readonly invoke?: Invoker;
  /** What its client can be asked while it is there: not of a call that waited and continues. */
  readonly client?: ClientRequests | undefined;
  /** The calls it consists of, added as they end. */
  readonly parts: NonNullable<Provenance['steps']>;
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
