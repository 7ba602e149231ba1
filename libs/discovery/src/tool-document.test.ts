import type { Manifest } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { aCandidate } from './candidate.fixture.js';
import { type SearchedVersion, toolDocument } from './tool-document.js';

const keys = { trustKey: 7, insideTrustKey: 8 };
const published = (manifest: Manifest): SearchedVersion => ({
  manifest,
  organisationId: 'org-acme',
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
    expect(toolDocument(published(manifest), 'Acme Ltd', ['public'], keys)).toEqual({
      id: 'acme/orders.create',
      name: 'orders.create',
      title: 'Create an order',
      description: 'Says what it hears',
      provider: 'acme Acme Ltd',
      capabilities: ['commerce.order'],
      parameters: ['sku', 'Article'],
      audience: ['public'],
      organisationId: 'org-acme',
      ...keys,
      namespace: 'acme',
      protocol: manifest.protocol,
      stage: 'BETA',
      readOnly: false,
      deprecated: true,
      publishedAt: 5,
    });
  });

  it('leaves nothing undefined', () => {
    expect(toolDocument(published(aCandidate().manifest), '', [], keys)).toMatchObject({
      title: '',
      capabilities: [],
      parameters: [],
    });
  });
});
