import type { LargeCheck, LargeChecked, LargeChecks } from '@assay/gateway';
import type { WorkerLane } from './worker/worker-lane.js';

/** However long a call's deadline is. */
const maxMs = 20_000;

/** Checks large results in threads of their own, in the one with the shortest queue; the call's deadline ends a check. */
export class WorkerChecks implements LargeChecks {
  constructor(private readonly lanes: readonly WorkerLane[]) {}

  async check({ schema, json, signal }: LargeCheck): Promise<LargeChecked> {
    const [lane] = [...this.lanes].sort((one, other) => one.load - other.load);
    if (lane === undefined) return { kind: 'failed' };
    const ended = await lane.run({ kind: 'schema', schema, json }, { maxMs, signal });
    if (ended.kind === 'done') return { kind: 'checked', issues: ended.value as readonly [] };
    return { kind: ended.kind === 'aborted' ? 'aborted' : 'failed' };
  }
}
