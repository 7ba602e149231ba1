import type { Directory } from '@assay/identity';
import type { AuditLog, CallFinishedListener, Clock, DurableRuns, Random } from '@assay/kernel';
import type { Catalogue, LatencyOf } from '@assay/registry';
import type { Credentials } from '@assay/vault';
import type { AcceptedCalls } from './accepted/accepted-calls.js';
import type { OpenApprovals } from './approvals/open-approvals.js';
import type { TransportOf } from './call-tool.js';
import type { Shadows } from './candidates/run-shadows.js';
import type { ContentPorts } from './content/content-ports.js';
import type { Escalations } from './escalation/escalations.js';
import type { FaultMemory } from './faults/fault-memory.js';
import type { Freshness } from './freshness.js';
import type { IdempotencyLedger } from './idempotency/idempotency-ledger.js';
import type { SettleKeys } from './idempotency/settle-keys.js';
import type { InspectOutput } from './inspect-output.js';
import type { LargeChecks } from './large-checks.js';
import type { CallLimits } from './limits.js';
import type { OutputPorts } from './output/output-ports.js';
import type { DecideCalls } from './policy/decide-calls.js';
import type { QualityPorts } from './quality-ports.js';
import type { CallRecording } from './recording/record-arguments.js';
import type { SuccessfulCall } from './recording/successful-call.js';
import type { Circuits } from './resilience/circuits.js';
import type { LevelPorts } from './resilience/next-level.js';
import type { RetrySettings } from './resilience/retry.js';
import type { RunningCalls } from './running-calls.js';
import type { ScheduledCalls } from './scheduled/scheduled-calls.js';

/** What policies are asked in the course of a call. */
export type CallPolicies = Pick<DecideCalls, 'run' | 'readsInput' | 'guardsReturns' | 'runReturn' | 'mayReveal'>;

/** What calls are made with. */
export interface InvocationPorts extends LevelPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly transportOf: TransportOf;
  readonly audit: AuditLog;
  /** What calls carry for their upstreams. */
  readonly credentials: Credentials;
  readonly circuits: Circuits;
  /** What several failures show together. */
  readonly faults: FaultMemory;
  /** Called with the server's id when an upstream does not know one of its own tools. */
  readonly onMissingTool: (serverId: string) => void;
  /** Persons, for what no level could answer. */
  readonly escalations: Escalations;
  readonly retry: RetrySettings;
  /** How long calls take for an organisation; as declared when absent. */
  readonly latencyOf?: LatencyOf;
  readonly running: RunningCalls;
  readonly freshness: Freshness;
  readonly finished: CallFinishedListener;
  /** Keeps the arguments of calls, where an organisation asked for it; nothing is kept when absent. */
  readonly recording?: CallRecording;
  /** Called for successful calls that callers made themselves, to find what could be one tool. */
  readonly onSuccess?: (call: SuccessfulCall) => void;
  /** Calls what is compared with calls that have ended; nothing is when absent. */
  readonly shadows?: Shadows;
  /** Looks at what tools answer; assurance's. */
  readonly inspect: InspectOutput;
  /** Checks results that are too large to be checked at once. */
  readonly largeChecks: LargeChecks;
  readonly policies: CallPolicies;
  readonly content: ContentPorts;
  readonly approvals: Pick<OpenApprovals, 'open'>;
  readonly limits: CallLimits;
  /** Where results go, and what they take. */
  readonly outputs: OutputPorts;
  readonly quality: QualityPorts;
  readonly accepted: Pick<AcceptedCalls, 'reach'>;
  readonly scheduled: Pick<ScheduledCalls, 'add'>;
  readonly runs: Pick<DurableRuns, 'suspend'>;
  readonly ledger: IdempotencyLedger;
  readonly settling: Pick<SettleKeys, 'settle' | 'park'>;
  /** Called for a ledger that does not answer. */
  readonly onLedgerProblem: (cause: unknown) => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly defaultDeadlineMs: number;
}
