import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { WriteBehind } from './write-behind.js';

function setUp(write?: (items: readonly number[]) => Promise<void>) {
  const clock = new FakeClock();
  const written: number[][] = [];
  const problems: unknown[] = [];
  const writing = new WriteBehind<number>({
    write: write ?? (async (items) => void written.push([...items])),
    ...{ clock, onProblem: (cause) => problems.push(cause), maxWaiting: 3 },
  });
  return { clock, written, problems, writing };
}

describe('WriteBehind', () => {
  it('writes what was added together after a second, and drops what is too much', async () => {
    const { clock, written, writing } = setUp();
    for (const it of [1, 2, 3, 4]) writing.add(it);
    expect(written).toEqual([]);
    clock.advance(1_000);
    await writing.flush();
    writing.add(5);
    await writing.flush();
    await writing.flush();
    expect(written).toEqual([[1, 2, 3], [5]]);
  });

  it('reports what could not be written, and goes on', async () => {
    let calls = 0;
    const { problems, writing } = setUp(async () => {
      calls += 1;
      if (calls === 1) throw new Error('away');
    });
    writing.add(1);
    await writing.flush();
    writing.add(2);
    await writing.flush();
    expect([calls, problems.length]).toEqual([2, 1]);
  });
});
