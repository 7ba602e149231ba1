import type { Lifecycle } from '@assay/registry';
import { type PortToken, port } from '../../platform/provide.js';

/** Changes the status of a version, for owners. */
export const CHANGE_STATUS: PortToken<Lifecycle['change']> = port('change status');
/** Deprecates older versions, for who publishes a version or moves its stage. */
export const DEPRECATE_OLDER: PortToken<Lifecycle['older']> = port('deprecate older');
/** Recurring work on versions whose sunset is near or past. */
export const LIFECYCLE_SWEEP: PortToken<Lifecycle['sweep']> = port('lifecycle sweep');
export const LIFECYCLE = port<Lifecycle>('lifecycle');
