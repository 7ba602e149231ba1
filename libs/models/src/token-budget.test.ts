import { type Draft, type Serialise, TokenBudget } from '@assay/discovery';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { o200kTokens } from './o200k-tokens.js';

const frame: Draft['frame'] = {
  discoveryId: '018f4e7a-0000-7000-8000-000000000000',
  parsed: { query: 'x', capabilities: [], constraints: {}, terms: [], fromText: [] },
  match: { confidence: 0.75, good: true },
  totalCandidates: 1,
  totalFiltered: 1,
  tookMs: 0.123456,
};
const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('<|endoftext|>', 'a'.repeat(900), '猫'.repeat(600), ' '.repeat(700), '}]},{"'.repeat(90)),
);
const tool = fc
  .record({ name: fc.stringMatching(/^[a-z]{1,20}$/), description: odd, property: odd, why: odd })
  .map((it) => {
    const manifest: Draft['results'][number]['manifest'] = {
      ...{ name: `acme/${it.name}`, version: '1.0.0', description: it.description, protocol: 'http' as const },
      endpoint: { url: 'https://acme.example' },
      inputSchema: { type: 'object', properties: { [it.property]: { type: 'string' } } },
    };
    const parts = { trust: 0.5, relevance: 1 / 3, latency: 0, cost: 0 };
    const head = {
      tool: manifest.name,
      version: '1.0.0',
      score: 2 / 3,
      trustView: 'outside' as const,
      parts,
      why: [it.why],
      callable: 'yes' as const,
    };
    return { head, manifest };
  });

describe('a budget counted with o200k_base', () => {
  it('is never exceeded, whatever the tools are made of', async () => {
    const count = await o200kTokens();
    const budgets = new TokenBudget(count, async () => {});
    const wire: Serialise = (answer) => JSON.stringify(answer);
    await fc.assert(
      fc.asyncProperty(
        fc.array(tool, { maxLength: 6 }),
        fc.integer({ min: 100, max: 2_000 }),
        async (results, budget) => {
          const fitted = await budgets.fit(
            { frame, results, explored: [], excluded: [], detail: 'schemas' },
            budget,
            wire,
          );
          if (fitted.ok) expect(count(wire(fitted.value))).toBeLessThanOrEqual(budget);
          else expect(fitted.error.code).toBe('invalid_request');
        },
      ),
      { numRuns: 60 },
    );
  });
});
