import type { ChainBreak, Clock, Random, Signer } from '@assay/kernel';
import type pg from 'pg';
import { CallRoller } from '../rollups/call-roller.js';
import { Checkpoints } from './checkpoints.js';
import { PostgresPendingChanges } from './pending-changes.js';
import { PostgresAuditLog } from './postgres-audit-log.js';

export interface OpenAuditOptions {
  readonly replicaId: string;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly random: Random;
  readonly flushWithinMs?: number;
  readonly onAuditShortened?: (problem: string) => void;
}

/** The log of this replica, its checkpoints, the counts of its calls, and the changes that wait to be recorded. */
export function openAudit(pool: pg.Pool, options: OpenAuditOptions, onProblem: (cause: unknown) => void) {
  const { replicaId, signer, clock, random, flushWithinMs } = options;
  const onDurable = () => roller.note();
  const audit = new PostgresAuditLog({ pool, replicaId, signer, clock, random, flushWithinMs, onDurable, onProblem });
  const roller = new CallRoller({ pool, chain: audit.chainId, clock, onProblem });
  let auditProblem: string | null = null;
  // What was cut off stays gone: this is the state until a person has looked and started the server again.
  const onMissing = ({ chain, reason }: ChainBreak) => {
    auditProblem = `records are missing in ${chain}: ${reason}`;
    options.onAuditShortened?.(auditProblem);
  };
  const checkpoints = new Checkpoints({ pool, audit, signer, clock, onProblem, onMissing });
  const pending = new PostgresPendingChanges({ pool, audit, chain: audit.chainId, random, clock, onProblem });
  return { audit, checkpoints, pending, roller, auditProblem: () => auditProblem };
}
