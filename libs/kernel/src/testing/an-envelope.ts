import type { Envelope } from '@assay/contracts';

/** Of a call that succeeded immediately. */
export const anEnvelope = (parts: Partial<Envelope> = {}): Envelope => ({
  id: 'call-1',
  status: 'succeeded',
  output: 'done',
  validation: { outcome: 'valid', issues: [] },
  tool: 'acme/orders.create',
  version: '1.0.0',
  level: 1,
  confidence: 1,
  attempted: [],
  provenance: null,
  receipt: null,
  trace: [],
  warnings: [],
  ...parts,
});
