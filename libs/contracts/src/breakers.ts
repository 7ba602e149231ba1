import { z } from 'zod';
import { circuitStateNames } from './fallbacks.js';

/** The circuit breaker of a version that was called lately, or refuses calls. */
export const breakerSchema = z.object({
  tool: z.string(),
  version: z.string(),
  state: z.enum(circuitStateNames).describe('OPEN refuses calls; HALF_OPEN allows one probe'),
  calls: z.int().describe('Within the last 60 s'),
  failures: z.int().describe('Of those, failures caused by the tool'),
  openUntil: z.iso.datetime().nullable().describe('When a probe is allowed; null while closed'),
  openings: z.int().describe('How often it opened since it was last closed; each time doubles the wait'),
  shared: z.boolean().describe('Whether replicas share counts; without Redis each counts separately'),
});
export type BreakerView = z.infer<typeof breakerSchema>;
