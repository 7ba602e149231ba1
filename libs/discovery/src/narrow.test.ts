import type { Discover } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aCandidate, type CandidateChanges } from './candidate.fixture.js';
import { byStanding, type Verdict } from './candidate.js';
import { narrow } from './narrow.js';
import { parseQuery } from './query.js';

interface Given extends CandidateChanges {
  readonly relevance?: number;
  readonly against?: readonly string[];
  readonly verdict?: Partial<Verdict>;
}

function narrowed(request: Discover, given: readonly Given[]) {
  const query = parseQuery(request);
  if (!query.ok) throw new Error(query.error.message);
  const found = given.map(({ relevance = 0.5, against = [], verdict = {}, ...changes }) => {
    const tool = aCandidate(changes);
    return {
      tool,
      candidate: { id: tool.id, relevance, matched: [] },
      verdict: { ...byStanding(tool), ...verdict },
      against,
    };
  });
  return narrow(found, query.value);
}
const names = (given: ReturnType<typeof narrowed>) => given.offered.map(({ id }) => id);
const priced = (id: string, costPerCallUsd: number, parts: Given = {}): Given => ({
  id,
  manifest: { costPerCallUsd },
  ...parts,
});

describe('narrow', () => {
  it('ranks tools whose circuit is open below those that respond', () => {
    const given = narrowed({ query: 'send mail' }, [
      { id: 'a/open', trust: 0.9, verdict: { openUntil: 1_000 } },
      { id: 'a/responds', trust: 0.6 },
    ]);
    expect(names(given)).toEqual(['a/responds', 'a/open']);
  });

  it('ranks a tool that calls itself deprecated below its equals, and not below what has little to do with the query', () => {
    const given = narrowed({ query: 'read a file' }, [
      { id: 'a/read', relevance: 0.8, manifest: { title: 'Read (Deprecated)' } },
      { id: 'a/read_text', relevance: 0.78 },
      { id: 'a/read_media', relevance: 0.7 },
      { id: 'a/info', relevance: 0.46 },
    ]);
    expect(names(given)).toEqual(['a/read_text', 'a/read_media', 'a/read']);
    expect(given.weaker.map(({ id }) => id)).toEqual(['a/info']);
  });

  it('measures cost against the dearest of all candidates, those left out included', () => {
    const { offered } = narrowed({ query: 'x' }, [
      priced('a/cheap', 1),
      priced('a/dear', 4, { against: ['it may not'] }),
    ]);
    expect(offered.map(({ parts }) => parts.cost)).toEqual([0.75]);
  });

  it('measures it against a stated limit instead, and gives a free tool the whole term under any', () => {
    const { offered } = narrowed({ query: 'x', constraints: { maxCost: 0 } }, [priced('a/free', 0)]);
    expect(offered[0]?.parts.cost).toBe(1);
  });

  it('leaves out what does not meet a demand, and cuts by the best of what is left', () => {
    const { offered, left, passed } = narrowed({ query: 'x, free' }, [
      priced('a/best', 1, { relevance: 0.9 }),
      priced('a/free', 0, { relevance: 0.6 }),
      priced('a/far', 0, { relevance: 0.1 }),
    ]);
    expect(offered.map(({ id, parts }) => [id, parts.relevance])).toEqual([['a/free', 1]]);
    expect(passed).toBe(2);
    expect(left.map(({ tool, against }) => [tool.id, against[0]])).toEqual([
      ['a/best', 'the query says "free": cost 1 USD per call is above the requested 0 USD'],
      ['a/far', expect.stringContaining('below the relevance threshold')],
    ]);
  });

  it('does not let an unrelated tool that meets a demand push out the related ones', () => {
    const answer = narrowed({ query: 'x, free' }, [
      priced('a/right', 1, { relevance: 0.9 }),
      priced('a/far', 0, { relevance: 0.1 }),
    ]);
    expect(names(answer)).toEqual(['a/right']);
    expect(answer.fromText[0]?.outcome).toBe('lowers ranks');
    expect(answer.offered[0]?.lowered).toEqual([expect.stringContaining('the query says "free"')]);
  });

  it('ranks what fails a demand that lowers ranks behind what meets it, whatever its score', () => {
    const answer = narrowed({ query: 'x, read-only, free' }, [
      priced('a/trusted', 0, { trust: 1, relevance: 0.9 }),
      { id: 'a/reads', relevance: 0.9, manifest: { costPerCallUsd: 1, annotations: { readOnlyHint: true } } },
      { id: 'a/weak', relevance: 0.8, manifest: { costPerCallUsd: 2, annotations: { readOnlyHint: true } } },
    ]);
    expect(answer.fromText.map(({ outcome }) => outcome)).toEqual(['applied', 'lowers ranks']);
    expect(names(answer)).toEqual(['a/reads', 'a/weak']);
  });

  it('keeps weaker tools by relevance alone, above the floor, and lets trust lift none of them', () => {
    const { offered, weaker, left } = narrowed({ query: 'x' }, [
      { id: 'a/best', relevance: 0.9, trust: 0.5 },
      { id: 'a/next', relevance: 0.5, trust: 0.6 },
      { id: 'a/trusted', relevance: 0.2, trust: 1 },
      { id: 'a/far', relevance: 0.01, trust: 1 },
    ]);
    expect(offered.map(({ id }) => id)).toEqual(['a/best']);
    expect(weaker.map(({ id, parts }) => [id, parts.relevance])).toEqual([
      ['a/next', 0],
      ['a/trusted', 0],
    ]);
    expect(left.map(({ tool }) => tool.id)).toEqual(['a/next', 'a/trusted', 'a/far']);
  });

  it('never offers what a stated constraint left out, whatever the text demands', () => {
    const demand = fc.constantFrom(
      '',
      ', free',
      ', read-only',
      ' under 50 ms',
      ' >= 0.9 trust',
      ' protocol:http',
      ', not a',
      ' stage:verified',
    );
    const given = fc.record({
      relevance: fc.double({ min: 0.01, max: 1, noNaN: true }),
      against: fc.constantFrom([], ['no']),
      trust: fc.constantFrom(0.5, 0.95),
    });
    fc.assert(
      fc.property(fc.array(demand, { maxLength: 4 }), fc.array(given, { maxLength: 8 }), (demands, tools) => {
        const stock = tools.map((it, at) => ({ ...it, id: `a${at}/t` }));
        const answer = narrowed({ query: `x${demands.join('')}` }, stock);
        const may = stock.filter(({ against }) => against.length === 0).map(({ id }) => id);
        expect(may).toEqual(expect.arrayContaining(names(answer)));
        if (
          may.length > 0 &&
          Math.max(...stock.filter((it) => it.against.length === 0).map((it) => it.relevance)) >= 0.03
        )
          expect(answer.offered.length).toBeGreaterThan(0);
        expect(answer.offered.length + answer.left.length).toBe(stock.length);
      }),
    );
  });
});
