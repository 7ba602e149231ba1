import { z } from 'zod';
import { circuitStateNames } from './fallbacks.js';

/** The circuit breaker of a version that was called lately, or refuses calls. */
export const breakerSchema = z.object({
  tool: z.string(),
  version: z.string(),
  state: z.enum(circuitStateNames).describe('OPEN refuses calls; HALF_OPEN lets one probe out'),
  calls: z.int().describe('Within the last 60 s'),
  failures: z.int().describe("Of those, the tool's own faults"),
  openUntil: z.iso.datetime().nullable().describe('When a probe may go; null while closed'),
  openings: z.int().describe('How often it opened since it was last closed; each doubles the time'),
  shared: z.boolean().describe('Whether all replicas count together; without Redis each counts for itself'),
});
export type BreakerView = z.infer<typeof breakerSchema>;
