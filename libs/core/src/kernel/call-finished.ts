import type { ErrorCode, InvocationStatus } from '@assay/contracts';

/** Published once for each finished call; trust, learning, budgets and breakers listen. */
export interface CallFinished {
  readonly invocationId: string;
  readonly organisationId: string;
  readonly principalId: string;
  /** `ns/tool`. */
  readonly tool: string;
  readonly version: string;
  readonly versionId: string;
  readonly status: InvocationStatus;
  readonly code: ErrorCode | null;
  /** Wall time of the whole call, and of the upstream alone; null when the upstream was not reached. */
  readonly totalMs: number;
  readonly upstreamMs: number | null;
  readonly discoveryId: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export type CallFinishedListener = (event: CallFinished) => void;
