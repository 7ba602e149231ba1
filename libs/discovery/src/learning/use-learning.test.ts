import { FakeClock, FakeRandom } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { aCandidate } from '../candidate.fixture.js';
import { byStanding } from '../candidate.js';
import { Learnt } from './learnt.js';
import { anOutcome, readTerms } from './learnt-outcome.fixture.js';
import { RecentSearches } from './recent-searches.js';
import { UseLearning } from './use-learning.js';

const ann = { organisationId: 'org-acme', principalId: 'ann' };
const candidates = [
  { id: 'acme/post', relevance: 0.2, matched: ['letter'] },
  { id: 'acme/mail', relevance: 0.15, matched: ['letter'] },
];

function setUp(enabled = true, nameNow = (tool: string) => tool) {
  const clock = new FakeClock(Date.UTC(2026, 5, 1));
  const learnt = new Learnt(readTerms);
  const setting = { id: 'org-acme', organisationId: 'org-acme', enabled, changedAt: 0, changedBy: null };
  learnt.apply({ kind: 'learning-setting', id: 'org-acme', state: setting });
  for (const n of [1, 2, 3]) learnt.apply({ kind: 'learnt-outcome', id: anOutcome(n).id, state: anOutcome(n) });
  const searches = new RecentSearches(clock);
  return { searches, learnt, use: new UseLearning({ learnt, searches, clock, nameNow, random: new FakeRandom() }) };
}

describe('UseLearning', () => {
  it('ranks by what worked, and says for how many tasks', () => {
    const search = setUp().use.begin(ann, 'send a letter', candidates);
    expect(search?.candidates.map(({ id }) => id)).toEqual(['acme/mail', 'acme/post']);
    expect(search?.why('acme/mail')).toEqual(['worked for 3 similar tasks of yours']);
    expect(search?.why('acme/post')).toEqual([]);
    expect(search?.isUsed).toBe(true);
  });

  it('knows a renamed tool by what it did under its former name', () => {
    const { use } = setUp(true, (tool) => (tool === 'acme/mail' ? 'acme/letters' : tool));
    const search = use.begin(ann, 'send a letter', [{ id: 'acme/letters', relevance: 0.15, matched: [] }]);
    expect(search?.candidates.map(({ id }) => id)).toEqual(['acme/letters']);
    expect(search?.why('acme/letters')).toEqual(['worked for 3 similar tasks of yours']);
  });

  it('says what worked for others in the organisation, and what learning changed', () => {
    const search = setUp().use.begin({ ...ann, principalId: 'bob' }, 'send a letter', candidates);
    expect(search?.candidates.map(({ id }) => id)).toEqual(['acme/post', 'acme/mail']);
    expect(search?.why('acme/mail')).toEqual(['worked for 3 similar tasks of 1 other caller in your organisation']);
    const explained = search?.explain();
    expect(explained).toMatchObject({ strength: 1 });
    expect(explained?.of('acme/mail')).toEqual({
      share: expect.closeTo(0.25, 6),
      calls: { yours: 0, others: 3, failed: 0 },
    });
    expect(explained?.of('acme/post')).toBeUndefined();
  });

  it('has nothing to say for others, for who switched it off, and for a search without words', () => {
    const { use } = setUp();
    const others = use.begin({ ...ann, organisationId: 'org-other' }, 'send a letter', candidates);
    expect(others?.candidates.map(({ id }) => id)).toEqual(['acme/post', 'acme/mail']);
    expect(others?.isUsed).toBe(false);
    expect(use.begin({ ...ann, organisationId: null }, 'send a letter', candidates)).toBeUndefined();
    expect(use.begin(ann, '', candidates)).toBeUndefined();
    expect(setUp(false).use.begin(ann, 'send a letter', candidates)).toBeUndefined();
  });

  it('is notified when learnt outcomes are forgotten', () => {
    const { use, learnt } = setUp();
    for (const n of [1, 2, 3]) learnt.apply({ kind: 'learnt-outcome', id: anOutcome(n).id, state: null });
    const search = use.begin(ann, 'send a letter', candidates);
    expect(search?.candidates.map(({ id }) => id)).toEqual(['acme/post', 'acme/mail']);
    expect(search?.isUsed).toBe(false);
  });

  it('explores among what fits and is not shown, and remembers what was shown', () => {
    const { use, searches } = setUp();
    const search = use.begin(ann, 'send a letter', candidates);
    const fitting = ['acme/mail', 'acme/post', 'acme/more'].map((id) => ({
      tool: aCandidate({ id }),
      candidate: { id, relevance: 0.1, matched: [] },
      verdict: byStanding(aCandidate({ id })),
      against: [],
    }));
    expect(search?.explored(fitting, new Set(['acme/mail']), 1)).toHaveLength(1);
    expect(
      search
        ?.explored(fitting, new Set(['acme/mail']), 10)
        .map(({ tool }) => tool)
        .sort(),
    ).toEqual(['acme/more', 'acme/post']);
    search?.remember('d1', ['acme/mail']);
    expect(searches.of('d1', 'org-acme')).toMatchObject({ text: 'send a letter', shown: ['acme/mail'] });
    expect(searches.of('d1', 'org-acme')?.standings.get('acme/mail')).toHaveLength(5);
  });
});
