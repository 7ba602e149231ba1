import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

describe('Turns', () => {
  it('keeps the order, also behind work that fails', async () => {
    const turns = new Turns();
    const done: string[] = [];
    const failed = turns.take(async () => {
      done.push('first');
      throw new Error('first');
    });
    const second = turns.take(async () => done.push('second'));
    await expect(failed).rejects.toThrow('first');
    await second;
    expect(done).toEqual(['first', 'second']);
  });

  it('lets nobody in while a turn is held', async () => {
    const turns = new Turns();
    const done: string[] = [];
    const release = await turns.hold();
    const next = turns.take(async () => done.push('next'));
    await Promise.resolve();
    done.push('held');
    release();
    await next;
    expect(done).toEqual(['held', 'next']);
  });
});
