import type { QualityPorts } from '@assay/gateway';
import type { CallFinished } from '@assay/kernel';
import { type PortToken, port } from '../../platform/provide.js';

/** What judges and repairs results. */
export const QUALITY = port<QualityPorts>('quality');
/** How often results had to be repaired. */
export const REPAIR_METRICS: PortToken<QualityPorts['metrics']> = port('metrics of repairs');
/** How often results came from the cache. */
export const CACHE_COUNTS: PortToken<QualityPorts['cached']> = port('counts of cached results');
/** Everything that counts or learns from finished calls. */
export const CALL_FINISHED = port<(event: CallFinished) => void>('call finished');
