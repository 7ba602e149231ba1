import type { TrackRecordOf } from '@assay/trust';
import { port } from '../../platform/provide.js';

/** How a version has done, for its stage. */
export const RECORD_OF = port<TrackRecordOf>('track record of');
