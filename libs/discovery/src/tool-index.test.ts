import { stages } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { stageRank } from './tool-index.js';

describe('stageRank', () => {
  it('grows with the stage', () => {
    expect(stages.map(stageRank)).toEqual([0, 1, 2, 3, 4]);
  });
});
