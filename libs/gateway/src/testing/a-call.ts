import { startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import type { ToolVersion } from '@assay/registry';
import { aCaller } from '@assay/registry/testing';
import type { RunningCalls } from '../running-calls.js';

/** What `RunningCalls` holds: a call on its way through the stages of the gateway. */
type Call = Parameters<RunningCalls['add']>[0];

/** Members of a call that differ from those of the usual one. */
export interface CallParts extends Partial<Omit<Call, 'requested'>> {
  readonly requested?: Partial<Call['requested']>;
}

/** A call that has just begun; with a version, one that has been resolved. */
export const aCall = ({ requested, ...parts }: CallParts = {}, version?: ToolVersion): Call => {
  const request = parts.request ?? { tool: 'acme/orders.create', input: { item: 'tea' } };
  const deadline = parts.deadline ?? startDeadline(new FakeClock(), 30_000);
  return {
    id: '00000000-0000-7000-8000-00000000ca11',
    request,
    caller: aCaller(),
    requested: Object.freeze({
      traceId: 'trace',
      dryRun: false,
      startedAt: Date.UTC(2026, 0, 1),
      ...requested,
    }),
    whole: deadline,
    deadline,
    level: 1,
    reference: request.tool ?? request.capability ?? '',
    input: request.input,
    accuracy: 1,
    attempted: [],
    warnings: [],
    trace: [],
    validation: { outcome: 'skipped', issues: [] },
    ...(version && { version }),
    ...parts,
  };
};
