import { describe, expect, it } from '@jest/globals';
import { lanesOf } from './lanes.mjs';

describe('the lanes of a test run', () => {
  it('runs files that mostly wait beside the others, each file in one lane', () => {
    const [others, waiting] = lanesOf(['--maxWorkers=2'], ['/node_modules/']);
    const files = waiting.filter((arg) => !arg.startsWith('-'));
    expect(files).toContain('test/chaos/');
    expect(others.map((arg) => arg.split('=')[1])).toEqual(['2', '/node_modules/', ...files]);
  });

  it('leaves a run of chosen files, or one after the other, as it is', () => {
    for (const args of [['libs/kernel'], ['--runInBand'], ['--services'], ['--soak'], ['-t', 'a name']])
      expect(lanesOf(args, [])).toEqual([args]);
  });
});
