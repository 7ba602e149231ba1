import type { CgroupLimits, LimitGroup, Limits } from './cgroups.js';
import { findCgroups } from './find-cgroups.js';
import type { IsolationSupport } from './support.js';

let found: CgroupLimits | null | undefined;
let made = 0;

/** The machine's control groups, looked for once. */
export function cgroups(): CgroupLimits | null {
  if (found === undefined) found = findCgroups();
  return found;
}

/** A control group with these limits; null where there are none. */
export function limitGroup({ limits: kind }: IsolationSupport, state: string, limits: Limits): LimitGroup | null {
  if (kind !== 'cgroup-v1' && kind !== 'cgroup-v2') return null;
  made += 1;
  return cgroups()?.create(`${made}-${state.replace(/[^A-Za-z0-9-]/g, '-').slice(0, 40)}`, limits) ?? null;
}
