import type { MeasuredLatency } from '@assay/registry';
import type { MeasuredLatency as LatencyRow } from '../generated/client.js';

export const toMeasuredLatency = ({ calls, ...row }: LatencyRow): MeasuredLatency => ({ ...row, calls: Number(calls) });
