import type { ManifestChecked, ManifestChecks } from '@assay/registry';
import type { WorkerLane } from './worker/worker-lane.js';

const maxMs = 20_000;

/** Checks manifests that take long in a thread, one after the other. */
export class WorkerManifestChecks implements ManifestChecks {
  constructor(private readonly lane: WorkerLane) {}

  async check(candidate: object): Promise<ManifestChecked> {
    const ended = await this.lane.run({ kind: 'manifest', json: JSON.stringify(candidate) }, { maxMs });
    if (ended.kind === 'done') return { kind: 'checked', issues: ended.value as readonly [] };
    return ended.kind === 'too-long' ? { kind: 'too-long', maxMs } : { kind: 'failed' };
  }
}
