import type { Discover, DiscoveryAnswer } from '@assay/contracts';
import { FakeClock, FakeRandom } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { aCandidate } from './candidate.fixture.js';
import { DiscoverTools } from './discover-tools.js';
import type { Meaning } from './embedding/query-meaning.js';
import { NaiveToolIndex } from './testing/index-suite/naive-tool-index.js';
import type { IndexAnswer, IndexQuery } from './tool-index.js';

/** Finds one tool, which has the words given. */
class OneTool extends NaiveToolIndex {
  readonly asked: IndexQuery[] = [];

  constructor(private readonly matched: readonly string[]) {
    super();
  }

  override async search(query: IndexQuery): Promise<IndexAnswer> {
    this.asked.push(query);
    return { candidates: [{ id: 'acme/mail', relevance: 0.5, matched: this.matched }], terms: ['letter'], total: 1 };
  }
}

const candidates = {
  audience: () => ['public'],
  organisationOf: () => null,
  minTrustKey: () => 0,
  find: (id: string) => aCandidate({ id }),
  outOfUse: () => undefined,
};

async function discover(request: Discover, meaning?: Meaning, matched: readonly string[] = []) {
  const index = new OneTool(matched);
  const of = async () => meaning ?? {};
  const tools = new DiscoverTools(index, candidates, new FakeClock(), new FakeRandom(), meaning && { of });
  const answer = await tools.discover(request, 'org:1');
  if (!answer.ok) throw new Error(answer.error.message);
  return { asked: index.asked[0] as IndexQuery, answer: answer.value as DiscoveryAnswer };
}

const vector = Float32Array.of(1, 0);
const reason = 'no common words, but similar in meaning to the query';

describe('DiscoverTools with an embedder', () => {
  it('searches by the query’s vector, and says of a tool with none of the words why it is there', async () => {
    const { asked, answer } = await discover({ query: 'letter' }, { vector });
    expect(asked.vector).toBe(vector);
    expect(answer.results[0]?.why).toContain(reason);
    expect(answer).not.toHaveProperty('warnings');
  });

  it('says nothing of meaning where words or tags explain enough', async () => {
    for (const { answer } of [
      await discover({ query: 'letter' }, { vector }, ['letter']),
      await discover({ query: 'letter', capabilities: ['mail'] }, { vector }),
      await discover({ query: 'letter' }),
    ]) {
      expect(answer.results[0]?.why).not.toContain(reason);
    }
  });

  it('names the language of a query that is not in English, and lets meaning count more than words', async () => {
    const { asked, answer } = await discover({ query: 'Brief' }, { vector, language: 'de', vectorFirst: true });
    expect(asked).toMatchObject({ vector, vectorFirst: true });
    expect(answer.parsed.language).toBe('de');
    expect((await discover({ query: 'letter' }, { vector })).answer.parsed).not.toHaveProperty('language');
  });

  it('warns when words had to do alone', async () => {
    const { asked, answer } = await discover({ query: 'letter' }, { warning: 'searched by words alone: it is away' });
    expect(asked).not.toHaveProperty('vector');
    expect(answer.warnings).toEqual(['searched by words alone: it is away']);
  });
});
