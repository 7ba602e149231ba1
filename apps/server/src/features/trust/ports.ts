import type { Job } from '@assay/kernel';
import type { LatencyOf, ShowTrust } from '@assay/registry';
import { port } from '../../platform/provide.js';

/** Trust of a version at the clock's time, as callers of an organisation see it. */
export const TRUST_OF = port<ShowTrust>('trust of');
/** How long calls of a version take for an organisation. */
export const LATENCY_OF = port<LatencyOf>('latency of');
/** Recurring work on evidence and scores. */
export const TRUST_JOBS = port<readonly Job[]>('jobs of trust');
