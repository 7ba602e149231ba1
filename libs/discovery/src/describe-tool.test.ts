import { describe, expect, it } from '@jest/globals';
import { aCandidate } from './candidate.fixture.js';
import { describeTool, detailsDownFrom } from './describe-tool.js';

const { manifest } = aCandidate({ manifest: { title: 'Echo', outputSchema: { type: 'string' } } });

describe('describeTool', () => {
  it('says nothing more than the name, a summary, or everything', () => {
    expect(describeTool(manifest, 'names')).toEqual({});
    const summary = { title: 'Echo', description: 'Says what it hears', capabilities: [], annotations: undefined };
    expect(describeTool(manifest, 'summary')).toEqual(summary);
    expect(describeTool(manifest, 'schemas')).toEqual({
      ...summary,
      inputSchema: { type: 'object' },
      outputSchema: { type: 'string' },
    });
  });
});

describe('detailsDownFrom', () => {
  it('goes from the fullest to the shortest', () => {
    expect(detailsDownFrom('schemas')).toEqual(['schemas', 'summary', 'names']);
    expect(detailsDownFrom('names')).toEqual(['names']);
  });
});
