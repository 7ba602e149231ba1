import type { Job } from '@assay/kernel';
import { port } from '../../platform/provide.js';

/** The daily comparison of every upstream. */
export const DEFINITION_ROUND = port<Job>('definition round');
