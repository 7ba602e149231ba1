import type { ContentPorts } from '@assay/gateway';
import { port } from '../../platform/provide.js';

/** What calls need to examine content and mask values. */
export const CONTENT = port<ContentPorts>('content');
