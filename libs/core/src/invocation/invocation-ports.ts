import type { Catalogue } from '../catalog/catalogue.js';
import type { Directory } from '../identity/directory.js';
import type { AuditLog } from '../kernel/audit-log.js';
import type { CallFinishedListener } from '../kernel/call-finished.js';
import type { Clock, Random } from '../kernel/clock.js';
import type { DecideCalls } from '../policy/decide-calls.js';
import type { OpenApprovals } from './approvals/open-approvals.js';
import type { TransportOf } from './call-tool.js';
import type { Credentials } from './credentials/credentials.js';
import type { Escalations } from './escalation/escalations.js';
import type { Freshness } from './freshness.js';
import type { IdempotencyLedger } from './idempotency/idempotency-ledger.js';
import type { SettleKeys } from './idempotency/settle-keys.js';
import type { InspectOutput } from './inspect-output.js';
import type { CallLimits } from './limits.js';
import type { OutputPorts } from './output/output-ports.js';
import type { QualityPorts } from './quality-ports.js';
import type { Circuits } from './resilience/circuits.js';
import type { LevelPorts } from './resilience/next-level.js';
import type { RetrySettings } from './resilience/retry.js';
import type { RunningCalls } from './running-calls.js';

/** What calls are made with. */
export interface InvocationPorts extends LevelPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly transportOf: TransportOf;
  readonly audit: AuditLog;
  /** What calls carry for their upstreams. */
  readonly credentials: Credentials;
  readonly circuits: Circuits;
  /** Persons, for what no level could answer. */
  readonly escalations: Escalations;
  readonly retry: RetrySettings;
  readonly running: RunningCalls;
  readonly freshness: Freshness;
  readonly finished: CallFinishedListener;
  /** Looks at what tools answer; assurance's. */
  readonly inspect: InspectOutput;
  readonly policies: Pick<DecideCalls, 'run'>;
  readonly approvals: Pick<OpenApprovals, 'open'>;
  readonly limits: CallLimits;
  /** Where results go, and what they take. */
  readonly outputs: OutputPorts;
  readonly quality: QualityPorts;
  readonly ledger: IdempotencyLedger;
  readonly settling: Pick<SettleKeys, 'settle' | 'park'>;
  /** Told of a ledger that does not answer. */
  readonly onLedgerProblem: (cause: unknown) => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly defaultDeadlineMs: number;
}
