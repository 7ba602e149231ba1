import type { MapInput } from '@assay/gateway';
import { port } from '../../platform/provide.js';

/** Gives one tool's input the form of another's. */
export const MAP_INPUT = port<MapInput>('map input');
