import type { qualityWith } from '@assay/gateway';
import type { CallFinished } from '@assay/kernel';
import { port } from '../../platform/provide.js';

/** What judges and repairs results. */
export const QUALITY = port<ReturnType<typeof qualityWith>>('quality');
/** Everything that counts or learns from finished calls. */
export const CALL_FINISHED = port<(event: CallFinished) => void>('call finished');
