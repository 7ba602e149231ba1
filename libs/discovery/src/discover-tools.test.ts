import { type Discover, type DiscoveryAnswer, discoveryAnswerSchema } from '@assay/contracts';
import { type Clock, ok, type Random } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { aCandidate, type CandidateChanges } from './candidate.fixture.js';
import type { CandidateTool } from './candidate.js';
import { type Choosing, DiscoverTools } from './discover-tools.js';
import { matchConfidence } from './match-confidence.js';
import type { IndexQuery, ToolIndex } from './tool-index.js';

interface Stocked extends CandidateChanges {
  readonly id: string;
  readonly relevance?: number;
  readonly coverage?: number;
  /** In the index, but no longer seen by the caller. */
  readonly unseen?: boolean;
}

/** An index that answers with the stock as it stands, the first `most`, and remembers what it was asked. */
function house(stock: readonly Stocked[], max = stock.length, choosing?: Choosing<string>) {
  const asked: IndexQuery[] = [];
  const index: ToolIndex = {
    put: async () => undefined,
    remove: async () => undefined,
    clear: async () => undefined,
    size: async () => stock.length,
    rebuild: async () => undefined,
    status: async () => ({ engine: 'stock', documents: stock.length, ready: true }),
    search: async (query) => {
      asked.push(query);
      const candidates = stock
        .filter(({ trust = 0.6 }) => Math.log(trust) >= (query.minTrustKey ?? Number.NEGATIVE_INFINITY))
        .slice(0, max)
        .map(({ id, relevance = 0.5, coverage = relevance }) => ({ id, relevance, coverage, matched: ['mail'] }));
      return { candidates, terms: ['send', 'mail'], total: candidates.length };
    },
  };
  const seen = new Map<string, CandidateTool>(
    stock
      .filter(({ unseen }) => unseen !== true)
      .map(({ relevance, coverage, unseen, ...tool }) => [tool.id, aCandidate(tool)]),
  );
  let ticks = 0;
  const clock: Clock = { now: () => 0, monotonic: () => 2.5 * ticks++, after: () => () => undefined };
  const random: Random = { uuid: () => '018f4e7a-0000-7000-8000-000000000000', token: () => '' };
  const candidates = {
    audience: (caller: string) => ['public', caller],
    organisationOf: () => null,
    minTrustKey: (trust: number) => Math.log(trust),
    find: (id: string) => seen.get(id),
    outOfUse: (id: string) => (id === 'acme/gone' ? 'revoked: It loses mail.' : undefined),
  };
  return { asked, tools: new DiscoverTools(index, candidates, clock, random, undefined, choosing) };
}

async function discover(
  stock: readonly Stocked[],
  request: Discover = { query: 'send mail' },
): Promise<DiscoveryAnswer> {
  const result = await house(stock).tools.discover(request, 'org:1');
  if (!result.ok) throw new Error(result.error.message);
  return discoveryAnswerSchema.parse(JSON.parse(JSON.stringify(result.value)));
}

const named = (answer: DiscoveryAnswer): string[] => answer.results.map(({ tool }) => tool);

describe('DiscoverTools', () => {
  it('answers in the shape of the contract', async () => {
    const [only] = (
      await discover([{ id: 'acme/mail', trust: 0.6, manifest: { sla: { p95Ms: 1_000 }, costPerCallUsd: 0 } }])
    ).results;
    expect(only).toMatchObject({
      tool: 'acme/mail',
      version: '1.0.0',
      callable: 'yes',
      parts: { trust: 0.6, relevance: 1, latency: 0.9, cost: 1 },
      inputSchema: { type: 'object' },
    });
    expect(only?.score).toBeCloseTo(0.4 * 0.6 + 0.3 + 0.2 * 0.9 + 0.1, 12);
    expect(only?.why).toContain('matches 1 of 2 words: mail');
  });

  it('says how it read the query, how long it took, and names the search', async () => {
    const answer = await discover([], {
      query: ' send mail ',
      capabilities: ['mail.send'],
      constraints: { maxCost: 1 },
    });
    expect(answer.parsed).toEqual({
      query: 'send mail',
      capabilities: ['mail.send'],
      constraints: { minTrust: 0.5, maxCost: 1 },
      fromText: [],
      terms: ['send', 'mail'],
    });
    expect(answer).toMatchObject({
      discoveryId: '018f4e7a-0000-7000-8000-000000000000',
      tookMs: 2.5,
      results: [],
      excluded: [],
      totalCandidates: 0,
      totalFiltered: 0,
    });
  });

  it('asks the index for the caller, and for at least 200 candidates', async () => {
    const { asked, tools } = house([]);
    await tools.discover({ capabilities: ['mail'], limit: 3 }, 'org:1');
    expect(asked).toEqual([
      { text: '', capabilities: ['mail'], audience: ['public', 'org:1'], organisationId: null, limit: 200 },
    ]);
  });

  it('ranks by score, and gives ten unless asked otherwise', async () => {
    const stock = Array.from({ length: 14 }, (_, n) => ({ id: `acme/t${n}`, trust: 0.5 + n / 100 }));
    const answer = await discover(stock);
    expect(named(answer)).toEqual(
      stock
        .map(({ id }) => id)
        .reverse()
        .slice(0, 10),
    );
    expect(answer).toMatchObject({ totalCandidates: 14, totalFiltered: 14 });
    expect(named(await discover(stock, { query: 'x', limit: 2 }))).toEqual(['acme/t13', 'acme/t12']);
  });

  it('asks for the trusted ones apart when there are more candidates than it looks at', async () => {
    const stock = Array.from({ length: 200 }, (_, n) => ({ id: `acme/t${n}`, trust: 0.1 }));
    const { tools, asked } = house([...stock, { id: 'acme/trusted', trust: 0.9 }], 200);
    const found = await tools.discover({ query: 'send mail' }, 'org:1');
    expect(asked.map(({ minTrustKey }) => minTrustKey)).toEqual([undefined, Math.log(0.5) - 1e-9]);
    expect(found.ok && found.value.results.map(({ tool }) => tool)).toEqual(['acme/trusted']);
    expect(found.ok && found.value.totalCandidates).toBe(201);
    const all = house(stock);
    await all.tools.discover({ query: 'send mail', constraints: { minTrust: 0 } }, 'org:1');
    expect(all.asked).toHaveLength(1);
  });

  it('never lets trust lift an unrelated tool', async () => {
    const answer = await discover([
      { id: 'acme/related', relevance: 0.4, trust: 0.5 },
      { id: 'acme/unrelated', relevance: 0.2, trust: 1, manifest: { sla: { p95Ms: 1 }, costPerCallUsd: 0 } },
    ]);
    expect(named(answer)).toEqual(['acme/related', 'acme/unrelated']);
    expect(answer.results.map(({ weaker }) => weaker)).toEqual([undefined, true]);
    expect(answer.totalFiltered).toBe(2);
  });

  it('fills up to the limit with weaker tools as names only, unless it is strict', async () => {
    const stock = [
      { id: 'acme/good', relevance: 0.4 },
      { id: 'acme/weak', relevance: 0.2 },
      { id: 'acme/weaker', relevance: 0.1 },
      { id: 'acme/far', relevance: 0.01 },
    ];
    const [good, weak] = (await discover(stock, { query: 'x', limit: 2 })).results;
    expect([good?.tool, good?.weaker, good?.inputSchema]).toEqual(['acme/good', undefined, { type: 'object' }]);
    expect([weak?.tool, weak?.weaker, weak?.inputSchema, weak?.description]).toEqual([
      'acme/weak',
      true,
      undefined,
      undefined,
    ]);
    expect(weak?.why).toEqual(['weaker match: below the relevance threshold']);
    const filled = await discover(stock, { query: 'x' });
    expect(named(filled)).toEqual(['acme/good', 'acme/weak', 'acme/weaker']);
    expect(filled.excluded.map(({ tool }) => tool)).toEqual(['acme/far']);
    const strict = await discover(stock, { query: 'x', strict: true });
    expect(named(strict)).toEqual(['acme/good']);
    expect(strict.excluded[0]).toEqual({ tool: 'acme/weak', why: 'below the relevance threshold (0.200 < 0.300)' });
  });

  it('says what keeps the matching tools from the caller, and what to do', async () => {
    const mayCall = { allowed: false, why: 'stage SANDBOX is not open to you' };
    const answer = await discover([
      { id: 'acme/right', relevance: 0.6, trust: 0.485, mayCall },
      { id: 'acme/other', relevance: 0.1 },
    ]);
    expect(answer.match).toMatchObject({
      good: false,
      blocked: 1,
      note: expect.stringContaining('assay endorse acme/right'),
    });
    expect(answer.excluded[0]?.why).toMatch(/^trust 0\.485 is below .*; stage SANDBOX is not open to you$/);
  });

  it('measures relevance against the best tool that may be offered', async () => {
    const answer = await discover([
      { id: 'acme/best', relevance: 0.9, trust: 0.1 },
      { id: 'acme/second', relevance: 0.4 },
    ]);
    expect(answer.results.map(({ tool, parts }) => [tool, parts.relevance])).toEqual([['acme/second', 1]]);
  });

  it('judges the match by the most relevant tool that is offered, not by the best ranked', async () => {
    const stock = [
      { id: 'acme/near', relevance: 0.08, trust: 0.6 },
      { id: 'acme/trusted', relevance: 0.079, trust: 0.99 },
    ];
    const doubtful = await discover(stock);
    expect(named(doubtful)).toEqual(['acme/trusted', 'acme/near']);
    expect(doubtful.match).toEqual({
      confidence: matchConfidence(0.08),
      good: false,
      note: expect.stringContaining('the best match contains only "mail" of the 2 words'),
    });
    expect((await discover([{ id: 'acme/mail' }])).match).toEqual({ confidence: matchConfidence(0.5), good: true });
    expect((await discover([])).match).toMatchObject({ confidence: 0, good: false });
  });

  it('offers nothing when nothing is related', async () => {
    const answer = await discover([{ id: 'acme/far', relevance: 0.01 }]);
    expect(answer.results).toEqual([]);
    expect(answer.excluded).toHaveLength(1);
  });

  it('names tools that may not be called among the excluded, with the reason', async () => {
    const mayCall = { allowed: false, why: 'stage SANDBOX is not open to you' };
    const answer = await discover([{ id: 'acme/closed', mayCall }, { id: 'acme/open' }]);
    expect(named(answer)).toEqual(['acme/open']);
    expect(answer.excluded).toEqual([{ tool: 'acme/closed', why: 'stage SANDBOX is not open to you' }]);
    expect(answer).toMatchObject({ totalCandidates: 2, totalFiltered: 1 });
  });

  it('neither names nor counts what the caller does not see', async () => {
    const answer = await discover([{ id: 'acme/hidden', unseen: true }, { id: 'acme/seen' }]);
    expect(answer).toMatchObject({ totalCandidates: 1, totalFiltered: 1, excluded: [] });
    expect(named(answer)).toEqual(['acme/seen']);
  });

  it('gives all reasons against a tool, and names the five nearest misses, most relevant first', async () => {
    const stock = Array.from({ length: 8 }, (_, n) => ({ id: `acme/t${n}`, trust: 0.1, relevance: 0.1 + n / 10 }));
    const answer = await discover(stock, { query: 'x', constraints: { readOnly: true } });
    expect(answer.excluded.map(({ tool }) => tool)).toEqual(['acme/t7', 'acme/t6', 'acme/t5', 'acme/t4', 'acme/t3']);
    expect(answer.excluded[0]?.why).toMatch(/^trust 0\.100 is below .*; it does not declare itself read-only$/);
  });

  it('shows the caller’s own and endorsed tools below the default trust', async () => {
    const stock = [
      { id: 'acme/mine', trust: 0.485, own: true },
      { id: 'acme/endorsed', trust: 0.485, endorsed: true },
      { id: 'acme/strange', trust: 0.485 },
    ];
    expect(named(await discover(stock))).toEqual(['acme/endorsed', 'acme/mine']);
    expect(named(await discover(stock, { query: 'x', constraints: { minTrust: 0 } }))).toHaveLength(3);
    expect(named(await discover(stock, { query: 'x', constraints: { minTrust: 0.5 } }))).toEqual([]);
  });

  it('gives as much detail as asked', async () => {
    const stock = [{ id: 'acme/mail', manifest: { title: 'Mail', outputSchema: { type: 'string' } } }];
    const keys = async (detail: Discover['detail']) =>
      Object.keys((await discover(stock, { query: 'x', detail })).results[0] ?? {}).sort();
    const names = ['callable', 'parts', 'score', 'stage', 'tool', 'trustView', 'version', 'why'];
    const summary = [...names, 'capabilities', 'description', 'title'].sort();
    expect(await keys('names')).toEqual(names);
    expect(await keys('summary')).toEqual(summary);
    expect(await keys('schemas')).toEqual([...summary, 'inputSchema', 'outputSchema'].sort());
  });

  it('refuses a range it cannot read', async () => {
    const result = await house([]).tools.discover({ query: 'x', constraints: { version: 'new' } }, 'org:1');
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
  });

  it('names what is out of use when the query names it, once', async () => {
    const why = 'revoked: It loses mail.';
    const answer = await discover([], { query: 'send with acme/gone or acme/gone, not acme/never' });
    expect(answer.excluded).toEqual([{ tool: 'acme/gone', why }]);
    expect((await discover([], { query: 'send mail' })).excluded).toEqual([]);
  });
});

describe('DiscoverTools with choosing', () => {
  const stock: readonly Stocked[] = [
    { id: 'acme/first', relevance: 0.5 },
    { id: 'acme/second', relevance: 0.45 },
    { id: 'acme/third', relevance: 0.01 },
  ];
  const remembered: string[][] = [];
  const choosing: Choosing<string> = {
    organisationOf: (caller) => caller,
    learning: {
      begin: (organisationId, _text, found) =>
        organisationId === 'org:1'
          ? {
              candidates: [...found].reverse().map((it, at) => ({ ...it, relevance: 0.5 - at / 100 })),
              isUsed: true,
              why: (tool) => [`learnt of ${tool}`],
              explored: (fitting, shown) =>
                fitting
                  .filter(({ tool }) => !shown.has(tool.id))
                  .map(({ tool }) => ({ tool: tool.id, version: tool.version, why: 'new' })),
              remember: (_id, shown) => void remembered.push([...shown]),
            }
          : undefined,
    },
    strategies: {
      select: async (strategy, from) =>
        ok({
          choices: from.narrowed.offered.slice(-1).map((found) => ({ found, notes: [`by ${strategy}`] })),
          left: [],
          selection: { strategy, categories: [], steps: [] },
        }),
    },
    loadTokens: async () => (text) => Math.ceil(text.length / 4),
  };
  async function ask(request: Partial<Discover>, caller = 'org:1'): Promise<DiscoveryAnswer> {
    const result = await house(stock, stock.length, choosing).tools.discover(
      { query: 'send mail', ...request },
      caller,
    );
    if (!result.ok) throw new Error(result.error.message);
    return discoveryAnswerSchema.parse(JSON.parse(JSON.stringify(result.value)));
  }

  it('ranks by what is learnt, says so, and remembers what was shown, explored tools included', async () => {
    const answer = await ask({ limit: 2 });
    expect(named(answer)).toEqual(['acme/third', 'acme/second']);
    expect(answer.results[0]?.why).toContain('learnt of acme/third');
    expect(answer.explored).toEqual([{ tool: 'acme/first', version: '1.0.0', why: 'new' }]);
    expect(remembered.at(-1)).toEqual(['acme/third', 'acme/second', 'acme/first']);
  });

  it('reports searches that no tool answers, with the tools that came nearest', async () => {
    const unmet: unknown[] = [];
    const noting = { ...choosing, onUnmet: (...it: unknown[]) => void unmet.push(it) };
    const doubtful = house([{ id: 'acme/far', relevance: 0.03, coverage: 0.03 }], 1, noting);
    await doubtful.tools.discover({ query: 'send mail' }, 'org:2');
    await house(stock, 3, noting).tools.discover({ query: 'send mail' }, 'org:2');
    await house([], 0, noting).tools.discover({ query: 'post a letter' }, 'org:3');
    expect(unmet).toEqual([
      ['org:2', 'send mail', ['acme/far']],
      ['org:3', 'post a letter', []],
    ]);
  });

  it('shows nothing of it to others', async () => {
    const answer = await ask({}, 'org:2');
    expect(named(answer)).toEqual(['acme/first', 'acme/second']);
    expect(answer).not.toHaveProperty('explored');
  });

  it('lets a strategy choose, and gives its reasons first', async () => {
    const answer = await ask({ strategy: 'hybrid' }, 'org:2');
    expect(named(answer)).toEqual(['acme/second']);
    expect(answer.results[0]?.why[0]).toBe('by hybrid');
    expect(answer.selection).toEqual({ strategy: 'hybrid', categories: [], steps: [] });
  });

  it('keeps to a budget', async () => {
    const answer = await ask({ tokenBudget: 190 }, 'org:2');
    expect(JSON.stringify(answer).length / 4).toBeLessThanOrEqual(190);
    expect(answer.tokens).toMatchObject({ budget: 190 });
  });

  it('refuses budgets and strategies where they are not offered', async () => {
    const { tools } = house(stock);
    for (const request of [{ tokenBudget: 500 }, { strategy: 'rules' as const }])
      expect(await tools.discover({ query: 'x', ...request }, 'org:1')).toMatchObject({
        error: { code: 'not_implemented' },
      });
  });
});
