import { describe, expect, it } from '@jest/globals';
import { byStanding, type CandidateTool, type Verdict } from './candidate.js';
import { gateBest, gateResults } from './gate-results.js';
import { choose } from './selection/choose.js';
import { selectable } from './selection/selectable.fixture.js';

const verdicts: Readonly<Record<string, Partial<Verdict>>> = {
  'a/1': { callable: 'no', why: 'denied by own' },
  'a/2': { openUntil: 5 },
  'a/4': { callable: 'approval' },
};
function gate() {
  const asked: string[] = [];
  const verdictOn = (tool: CandidateTool): Verdict => {
    asked.push(tool.id);
    return { ...byStanding(tool), ...verdicts[tool.id] };
  };
  return { asked, verdictOn };
}
const stock = Array.from({ length: 60 }, (_, n) => ({ id: `a/${n + 1}`, trust: 0.9 - n / 100, relevance: 0.5 }));
async function chosen() {
  const result = await choose(undefined, selectable(stock), { select: async () => Promise.reject(new Error('none')) });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('gateResults', () => {
  it('asks about no more tools than it takes to fill the answer; open ones come behind, denied ones are left out', async () => {
    const { asked, verdictOn } = gate();
    const { offered, left } = gateResults(await chosen(), 3, false, verdictOn);
    expect(asked).toEqual(['a/1', 'a/2', 'a/3', 'a/4', 'a/5']);
    expect(offered.slice(0, 4).map(({ id }) => id)).toEqual(['a/3', 'a/4', 'a/5', 'a/2']);
    expect(offered[1]?.verdict.callable).toBe('approval');
    expect(left[0]).toMatchObject({ tool: { id: 'a/1' }, against: ['denied by own'] });
  });

  it('keeps denied ones last where they are wanted', async () => {
    const { offered, left } = gateResults(await chosen(), 3, true, gate().verdictOn);
    expect([offered.at(-1)?.id, left]).toEqual(['a/1', []]);
  });
});

describe('gateBest', () => {
  it('asks about the most relevant tools', () => {
    const { asked, verdictOn } = gate();
    const found = gateBest(selectable(stock).found, 10, verdictOn);
    expect(asked).toHaveLength(30);
    expect(found.find(({ tool }) => tool.id === 'a/1')?.against).toEqual(['denied by own']);
  });
});
