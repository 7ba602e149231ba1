import type { OutputPorts } from '@assay/gateway';
import { port } from '../../platform/provide.js';

/** What calls need to route, keep and count results. */
export const OUTPUTS = port<OutputPorts>('outputs');
