import { aCaller } from '@assay/registry/testing';
import type { KeptFrom } from '../output/keep-output.js';

/** Where a result that is kept came from. */
export const keptFrom = (parts: Partial<KeptFrom> = {}): KeptFrom => ({
  caller: aCaller(),
  tool: 'acme/orders.list',
  version: '1.0.0',
  invocationId: 'inv-1',
  at: '2026-11-24T10:32:00.000Z',
  source: 'mcp:acme/orders',
  freshness: 'live',
  confidence: 1,
  findings: [],
  ...parts,
});
