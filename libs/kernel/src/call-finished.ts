import type { Envelope, ErrorCode, InvocationStatus, Manifest } from '@assay/contracts';

/** Published once per finished call; trust, learning, budgets and breakers subscribe. */
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
  /** The party at fault, where `code` alone does not decide it; see `Failure`. */
  readonly blame?: 'tool' | 'nobody' | undefined;
  /** Wall time of the whole call, and of the upstream alone; null when the upstream was not reached. */
  readonly totalMs: number;
  readonly upstreamMs: number | null;
  /** The part of it spent starting a process or connection; absent when none was started. */
  readonly startMs?: number;
  /** The remaining deadline when the upstream was called; null when it was not reached. */
  readonly givenMs: number | null;
  /** Schema validation: of the output when the call got that far, otherwise of the input. */
  readonly validation: Exclude<Envelope['validation']['outcome'], 'warning' | 'conditional'>;
  /** The organisation that provides the tool. */
  readonly providerId: string;
  /** As the version declares it. */
  readonly sla: Manifest['sla'];
  readonly costPerCallUsd?: Manifest['costPerCallUsd'];
  readonly discoveryId: string | null;
  /** The purpose of the call, in the caller's words. */
  readonly task: string | null;
  /** On which side of a canary it counts; gateway's. */
  readonly candidate?: object;
  /** Of a call that counts for a canary. */
  readonly session?: string | undefined;
  /** Made to compare tools: it costs what it costs, and says nothing about the tool. */
  readonly purpose?: 'evaluation' | 'shadow';
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export type CallFinishedListener = (event: CallFinished) => void;
