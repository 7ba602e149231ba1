import { describe, expect, it } from '@jest/globals';
import { explainLearning } from './explain-learning.js';

const found = [
  { id: 'acme/post', relevance: 0.4, matched: [] },
  { id: 'acme/mail', relevance: 0.2, matched: [] },
];
const judgement = (gain: number) => ({ gain, similar: 1, ofOthers: 0, others: 0 });
const judged = new Map([
  ['acme/mail', judgement(0.5)],
  ['acme/post', judgement(-1)],
  ['acme/new', judgement(0.2)],
]);
const calls = new Map([
  ['acme/mail', { yours: 2, others: 1, failed: 0 }],
  ['acme/old-mail', { yours: 1, others: 0, failed: 1 }],
]);
const nameNow = (tool: string) => (tool === 'acme/old-mail' ? 'acme/mail' : tool);

describe('explainLearning', () => {
  it('states the share that learning has in a tool’s relevance, and the calls by the tool’s present name', () => {
    const explained = explainLearning({ found, judged, level: 1, calls, nameNow });
    expect(explained.strength).toBe(1);
    expect(explained.of('acme/mail')).toEqual({ share: 0.5, calls: { yours: 3, others: 1, failed: 1 } });
    expect(explained.of('acme/post')).toMatchObject({ share: -0.5, calls: { yours: 0, others: 0, failed: 0 } });
    expect(explained.of('acme/new')).toMatchObject({ share: 1 });
    expect(explained.of('acme/unknown')).toBeUndefined();
  });

  it('states no share when learning does not count', () => {
    expect(explainLearning({ found, judged, level: 0, calls, nameNow }).of('acme/new')).toMatchObject({ share: 0 });
  });
});
