import { requireSound } from '@assay/kernel';
import { ChangeStatus } from './change-status.js';
import { DeprecateOlder } from './deprecate-older.js';
import type { LifecyclePorts } from './lifecycle-ports.js';
import { TellStatus } from './notify-status.js';
import { SweepLifecycle } from './sweep-lifecycle.js';
import { versionLifecycle } from './version-lifecycle.js';

/** What changes the status of versions. */
export interface Lifecycle {
  /** For owners. */
  readonly change: ChangeStatus;
  /** Called after publishing a version or changing its stage. */
  readonly older: DeprecateOlder;
  /** For the clock. */
  readonly sweep: SweepLifecycle;
}

/** @throws Error when the table of states is not sound. */
export function buildLifecycle(ports: LifecyclePorts): Lifecycle {
  requireSound(versionLifecycle);
  const tell = new TellStatus(ports);
  const older = new DeprecateOlder(ports, tell);
  return { change: new ChangeStatus(ports, tell), older, sweep: new SweepLifecycle(ports, older, tell) };
}
