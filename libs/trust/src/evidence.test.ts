import { describe, expect, it } from '@jest/globals';
import { noEvidence } from './evidence.js';

describe('noEvidence', () => {
  const manifest = {
    name: 'acme/echo',
    version: '1.0.0',
    description: 'Says what it hears',
    inputSchema: {},
    protocol: 'mcp' as const,
    endpoint: {},
  };

  it('knows what the contract declares', () => {
    expect(noEvidence(manifest)).toMatchObject({ declaresOutputSchema: false, declaresSla: false, calls: 0 });
    expect(noEvidence({ ...manifest, outputSchema: {}, sla: { p95Ms: 5 } })).toMatchObject({
      declaresOutputSchema: true,
      declaresSla: true,
    });
    expect(noEvidence({ ...manifest, sla: { availability: 0.9 } }).declaresSla).toBe(false);
  });

  it('takes no audit on the provider’s word', () => {
    expect(noEvidence({ ...manifest, security: { audit: 'third-party' } }).audit).toBe('none');
  });
});
