import type { DiscoveryAnswer, DiscoveryResult } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aCandidate } from './candidate.fixture.js';
import { type Draft, TokenBudget, type Undescribed } from './token-budget.js';

/** Words and signs: not additive, like the real ones. */
const count = (text: string): number =>
  text.match(/[\p{L}\p{M}]{1,6}|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}]{1,3}|\s+/gu)?.length ?? 0;
const budgets = (counter = count) => new TokenBudget(counter, async () => {});
const wire = (answer: DiscoveryAnswer): string => JSON.stringify(answer);

const frame: Draft['frame'] = {
  discoveryId: '018f4e7a-0000-7000-8000-000000000000',
  parsed: {
    query: 'send mail',
    capabilities: [],
    constraints: { minTrust: 0.5 },
    terms: ['send', 'mail'],
    fromText: [],
  },
  totalCandidates: 3,
  totalFiltered: 3,
  tookMs: 1.25,
};

function tool(name: string, description = 'Sends mail', properties: Record<string, unknown> = {}): Undescribed {
  const parts = { trust: 0.123456, relevance: 1, latency: 0.5, cost: 0 };
  const head: DiscoveryResult = {
    tool: `acme/${name}`,
    version: '1.0.0',
    score: 0.7654321,
    trustView: 'outside' as const,
    parts,
    why: ['free'],
    callable: 'yes',
  };
  return {
    head,
    manifest: aCandidate({ manifest: { description, inputSchema: { type: 'object', properties } } }).manifest,
  };
}

const large = { text: { type: 'string', description: 'word '.repeat(200) } };
const draft = (results: readonly Undescribed[], more: Partial<Draft> = {}): Draft => ({
  frame,
  results,
  explored: [],
  excluded: [],
  detail: 'schemas',
  ...more,
});

async function fit(asked: Draft, budget: number): Promise<DiscoveryAnswer> {
  const fitted = await budgets().fit(asked, budget, wire);
  if (!fitted.ok) throw new Error(fitted.error.message);
  return fitted.value;
}

const levels = ({ results }: DiscoveryAnswer) =>
  results.map((it) => (it.inputSchema ? 'schemas' : it.description === undefined ? 'names' : 'summary'));

describe('TokenBudget', () => {
  it('leaves an answer that fits whole, and says what it took', async () => {
    const answer = await fit(draft([tool('a'), tool('b')], { excluded: [{ tool: 'acme/c', why: 'slow' }] }), 5_000);
    expect(levels(answer)).toEqual(['schemas', 'schemas']);
    expect(answer.excluded).toHaveLength(1);
    expect(answer.tokens).toEqual({ budget: 5_000, used: count(wire(answer)), shortened: 0, dropped: 0 });
  });

  it('gives the best first: what does not fit whole comes shorter, and the rest not at all', async () => {
    const asked = draft([tool('a'), tool('b', 'Sends', large), tool('c', 'word '.repeat(400)), tool('d'), tool('e')]);
    const answer = await fit(asked, 420);
    expect(levels(answer).slice(0, 3)).toEqual(['schemas', 'summary', 'names']);
    expect(answer.tokens).toMatchObject({ shortened: levels(answer).filter((it) => it !== 'schemas').length });
    expect(answer.tokens?.dropped).toBe(5 - answer.results.length);
  });

  it('never gives more detail than asked for', async () => {
    const answer = await fit(draft([tool('a')], { detail: 'summary' }), 5_000);
    expect(levels(answer)).toEqual(['summary']);
    expect(answer.tokens?.shortened).toBe(0);
  });

  it('spends on near misses last', async () => {
    const excluded = [{ tool: 'acme/x', why: 'word '.repeat(300) }];
    const answer = await fit(
      draft([tool('a')], { excluded, explored: [{ tool: 'acme/y', version: '1.0.0', why: 'new' }] }),
      300,
    );
    expect(levels(answer)).toEqual(['schemas']);
    expect(answer).toMatchObject({ excluded: [], explored: [{ tool: 'acme/y' }], tokens: { dropped: 1 } });
  });

  it('rounds the scores', async () => {
    expect((await fit(draft([tool('a')]), 5_000)).results[0]).toMatchObject({ score: 0.765, parts: { trust: 0.123 } });
  });

  it('refuses a budget that holds not even the answer without results, and names one that does', async () => {
    const refused = await budgets().fit(draft([tool('a')]), 10, wire);
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'invalid_request', issues: [{ path: '/tokenBudget' }] },
    });
    const minTokens = Number(/takes (\d+) tokens/.exec(refused.ok ? '' : refused.error.message)?.[1]);
    expect((await fit(draft([tool('a')]), minTokens)).results).toEqual([]);
  });

  it('counts the whole as it is sent, in whatever form that is', async () => {
    const doubled = (answer: DiscoveryAnswer) => `${wire(answer)} ${wire(answer)}`;
    const fitted = await budgets().fit(draft([tool('a'), tool('b'), tool('c')]), 500, doubled);
    expect(fitted.ok && count(doubled(fitted.value))).toBeLessThanOrEqual(500);
  });

  it('counts a long answer few times, however much more it is as it is sent than its parts are', async () => {
    let wholes = 0;
    const verbose = (answer: DiscoveryAnswer) => {
      wholes += 1;
      return `${wire(answer)}${answer.results.map(({ tool: name }) => `${name} says a word or two `.repeat(4)).join('')}`;
    };
    const results = Array.from({ length: 60 }, (_, at) => tool(`t${at}`));
    const fitted = await budgets().fit(draft(results), 3_000, verbose);
    expect(fitted.ok && count(verbose(fitted.value))).toBeLessThanOrEqual(3_000);
    expect(wholes).toBeLessThanOrEqual(12);
  });

  it('does not count what is much too long to fit', async () => {
    const longest: number[] = [];
    const counter = (text: string) => {
      longest.push(text.length);
      return count(text);
    };
    const fitted = await budgets(counter).fit(draft([tool('a', 'word '.repeat(100_000)), tool('b')]), 600, wire);
    expect(fitted.ok && levels(fitted.value)).toEqual(['names', 'schemas']);
    expect(Math.max(...longest)).toBeLessThan(20_000);
  });

  it('is never exceeded, whatever the tools', async () => {
    const made = fc
      .tuple(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<unknown>),
      )
      .map(([description, properties]) => tool('any', description, properties));
    const near = fc.array(fc.record({ tool: fc.string(), why: fc.string() }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(made, { maxLength: 8 }),
        near,
        fc.integer({ min: 1, max: 3_000 }),
        async (results, excluded, budget) => {
          const fitted = await budgets().fit(draft(results, { excluded }), budget, wire);
          if (!fitted.ok) return;
          const sent = count(wire(fitted.value));
          expect(sent).toBeLessThanOrEqual(budget);
          expect(fitted.value.tokens?.used).toBeGreaterThanOrEqual(sent);
          expect(fitted.value.tokens?.used).toBeLessThanOrEqual(budget);
        },
      ),
      { numRuns: 150 },
    );
  });
});
