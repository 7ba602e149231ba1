import type { Manifest } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { aCandidate } from './candidate.fixture.js';
import { type SearchedVersion, toolDocument } from './tool-document.js';

const published = (manifest: Manifest): SearchedVersion => ({
  manifest,
  stage: 'BETA',
  status: 'DEPRECATED',
  publishedAt: 5,
});

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
    expect(toolDocument(published(manifest), 'Acme Ltd', ['public'], 7)).toEqual({
      id: 'acme/orders.create',
      name: 'orders.create',
      title: 'Create an order',
      description: 'Says what it hears',
      provider: 'acme Acme Ltd',
      capabilities: ['commerce.order'],
      parameters: ['sku', 'Article'],
      audience: ['public'],
      trustKey: 7,
      namespace: 'acme',
      protocol: manifest.protocol,
      stage: 'BETA',
      readOnly: false,
      deprecated: true,
      publishedAt: 5,
    });
  });

  it('leaves nothing undefined', () => {
    expect(toolDocument(published(aCandidate().manifest), '', [], 0)).toMatchObject({
      title: '',
      capabilities: [],
      parameters: [],
    });
  });
});
