import { describe, expect, it } from '@jest/globals';
import { aCandidate } from './candidate.fixture.js';
import { toolDocument } from './tool-document.js';

describe('toolDocument', () => {
  it('holds what search needs of a manifest', () => {
    const { manifest } = aCandidate({
      id: 'acme/orders.create',
      manifest: {
        title: 'Create an order',
        capabilities: ['commerce.order'],
        inputSchema: { properties: { sku: { description: 'Article' } } },
      },
    });
    expect(toolDocument(manifest, 'Acme Ltd', ['public'], 7)).toEqual({
      id: 'acme/orders.create',
      name: 'orders.create',
      title: 'Create an order',
      description: 'Says what it hears',
      provider: 'acme Acme Ltd',
      capabilities: ['commerce.order'],
      parameters: ['sku', 'Article'],
      audience: ['public'],
      trustKey: 7,
    });
  });

  it('leaves nothing undefined', () => {
    expect(toolDocument(aCandidate().manifest, '', [], 0)).toMatchObject({
      title: '',
      capabilities: [],
      parameters: [],
    });
  });
});
