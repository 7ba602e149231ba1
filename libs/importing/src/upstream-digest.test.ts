import { describe, expect, it } from '@jest/globals';
import { upstreamDigest } from './upstream-digest.js';

describe('upstreamDigest', () => {
  it('distinguishes an empty description from an absent one', () => {
    expect(upstreamDigest({ name: 'a', inputSchema: {} })).not.toBe(
      upstreamDigest({ name: 'a', inputSchema: {}, description: '' }),
    );
  });

  it('covers how an operation is called', () => {
    const tool = { name: 'a', inputSchema: {} };
    const http = { method: 'GET', url: '/a' } as const;
    expect(upstreamDigest({ ...tool, http })).not.toBe(upstreamDigest(tool));
    expect(upstreamDigest({ ...tool, http })).not.toBe(upstreamDigest({ ...tool, http: { ...http, method: 'PUT' } }));
  });
});
