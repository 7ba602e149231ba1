import { startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import type { ToolVersion } from '@assay/registry';
import { aCaller } from '@assay/registry/testing';
import type { RunningCalls } from '../running-calls.js';

/** What `RunningCalls` holds: a call on its way through the stages of the gateway. */
type Call = Parameters<RunningCalls['add']>[0];

/** A call that has just begun; with a version, one that has been resolved. */
export const aCall = (parts: Partial<Call> = {}, version?: ToolVersion): Call => {
  const request = parts.request ?? { tool: 'acme/orders.create', input: { item: 'tea' } };
  const deadline = parts.deadline ?? startDeadline(new FakeClock(), 30_000);
  return {
    id: '00000000-0000-7000-8000-00000000ca11',
    request,
    caller: aCaller(),
    traceId: 'trace',
    whole: deadline,
    deadline,
    level: 1,
    reference: request.tool ?? request.capability ?? '',
    input: request.input,
    accuracy: 1,
    attempted: [],
    dryRun: false,
    startedAt: Date.UTC(2026, 0, 1),
    warnings: [],
    trace: [],
    validation: { outcome: 'skipped', issues: [] },
    ...(version && { version }),
    ...parts,
  };
};
