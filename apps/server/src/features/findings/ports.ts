import type { Job } from '@assay/kernel';
import { port } from '../../platform/provide.js';

/** Examines definitions again when the rules change. */
export const DEFINITION_SWEEP = port<Job>('definition sweep');
