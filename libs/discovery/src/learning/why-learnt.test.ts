import { describe, expect, it } from '@jest/globals';
import { whyLearnt } from './why-learnt.js';

const judgement = { gain: 0.5, similar: 0, ofOthers: 0, others: 0 };

describe('whyLearnt', () => {
  it.each([
    ['your own tasks first', { similar: 2, ofOthers: 5, others: 3 }, ['worked for 2 similar tasks of yours']],
    [
      'others’ tasks',
      { ofOthers: 5, others: 3 },
      ['worked for 5 similar tasks of 3 other callers in your organisation'],
    ],
    ['one of each', { ofOthers: 1, others: 1 }, ['worked for 1 similar task of 1 other caller in your organisation']],
    ['words', {}, ['worked for tasks with similar words']],
    ['nothing for a gain too small to notice', { gain: 0.01, ofOthers: 2, others: 1 }, []],
    [
      'what was passed over',
      { gain: -0.3, similar: 1 },
      ['was shown for similar tasks of yours, but other tools were chosen'],
    ],
  ])('says %s', (_, parts, expected) => {
    expect(whyLearnt({ ...judgement, ...parts }, 1)).toEqual(expected);
  });

  it('says nothing when nothing is known, or learning does not count', () => {
    expect(whyLearnt(undefined, 1)).toEqual([]);
    expect(whyLearnt(judgement, 0)).toEqual([]);
  });
});
