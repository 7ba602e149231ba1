import type { ErrorCode, Outcome } from '@assay/contracts';

/** What one kind of an upstream's failure means, whichever protocol reported it. */
export interface FaultKindRow {
  readonly code: ErrorCode;
  /** For a tool that is not read-only: whether the call may have had its effect. */
  readonly outcome: Outcome;
}

/**
 * The one table of what upstreams report, for HTTP, gRPC, JSON-RPC and MCP alike. Class, status and retryability follow from
 * the code (`errorTable`), blame from its class (`blameOf`), fallback from both (`fallsThrough`).
 */
export const faultKinds = Object.freeze({
  /** The connection was refused or the host is unknown: the request surely did nothing. */
  refused: { code: 'upstream_unavailable', outcome: 'none' },
  /** What stands before the tool says that it is away for now. */
  away: { code: 'upstream_unavailable', outcome: 'unknown' },
  /** The connection broke. */
  lost: { code: 'upstream_unavailable', outcome: 'unknown' },
  timed_out: { code: 'upstream_unavailable', outcome: 'unknown' },
  rate_limited: { code: 'rate_limited', outcome: 'none' },
  /** 401 and 407. */
  credential: { code: 'credential_refused', outcome: 'none' },
  /** 403: the tool works, and this request is not permitted. Many of them may show that the credential is at fault. */
  forbidden: { code: 'upstream_rejected', outcome: 'none' },
  /** Something in the tool broke: an internal error, its database, its disk, its programs. */
  broken: { code: 'tool_error', outcome: 'unknown' },
  /** The upstream answered with an error of its protocol, or does not speak it. */
  protocol: { code: 'upstream_error', outcome: 'unknown' },
  /** The upstream has no such method or tool. */
  missing_tool: { code: 'upstream_error', outcome: 'none' },
  /** What the arguments name does not exist. */
  not_found: { code: 'upstream_not_found', outcome: 'none' },
  /** The text names an argument, a property or an earlier step: nothing was done. */
  invalid: { code: 'upstream_rejected', outcome: 'none' },
  /** The rest: the tool worked, and did not accept the request. */
  rejected: { code: 'upstream_rejected', outcome: 'unknown' },
} as const satisfies Record<string, FaultKindRow>);

export type FaultKind = keyof typeof faultKinds;
