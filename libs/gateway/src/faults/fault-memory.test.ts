import { dayMs } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { LocalFaultMemory } from './fault-memory.js';

function setUp() {
  const clock = new FakeClock();
  const memory = new LocalFaultMemory(clock);
  const meet = (principalId: string, argumentsDigest: string, text = 'no') =>
    memory.isToolFault({ versionId: 'v', principalId, argumentsDigest, text });
  return { clock, memory, meet };
}

describe('LocalFaultMemory', () => {
  it('blames the tool when two callers meet the same text with different arguments', () => {
    const { meet } = setUp();
    expect([meet('ann', 'a'), meet('ann', 'b'), meet('bob', 'c')]).toEqual([false, false, true]);
  });

  it('does not for the same arguments, for other texts, or when anybody succeeded meanwhile', () => {
    const { memory, meet } = setUp();
    expect([meet('ann', 'a'), meet('bob', 'a'), meet('bob', 'b', 'other')]).toEqual([false, false, false]);
    memory.succeeded('v', 'eve', 'c');
    expect([meet('bob', 'b'), meet('bob', 'c')]).toEqual([false, false]);
  });

  it('blames it after ten times for the only caller of a day, and never for one of several', () => {
    const alone = setUp();
    const found = Array.from({ length: 10 }, (_, at) => alone.meet('ann', `a${at}`));
    expect([found.indexOf(true), found.at(-1)]).toEqual([9, true]);
    const { clock, memory, meet } = setUp();
    memory.succeeded('v', 'bob', 'c');
    expect(Array.from({ length: 12 }, (_, at) => meet('ann', `a${at}`)).includes(true)).toBe(false);
    clock.advance(dayMs + 1);
    expect(Array.from({ length: 12 }, (_, at) => meet('ann', `b${at}`)).includes(true)).toBe(true);
  });

  it('blames a credential that gets 403 for different arguments while nothing succeeds with it', () => {
    const { memory } = setUp();
    expect([memory.isCredentialFault('k', 'a'), memory.isCredentialFault('k', 'a')]).toEqual([false, false]);
    memory.succeeded('v', 'ann', 'k');
    expect([memory.isCredentialFault('k', 'b'), memory.isCredentialFault('k', 'c')]).toEqual([false, true]);
  });

  it('remembers a limit until its time, for everybody or for the caller whose credential it is', () => {
    const { clock, memory } = setUp();
    memory.limited('v', undefined, 1_000);
    memory.limited('w', 'ann', 2_000);
    expect([memory.limitedForMs('v', 'bob'), memory.limitedForMs('w', 'bob')]).toEqual([1_000, 0]);
    expect(memory.limitedForMs('w', 'ann')).toBe(2_000);
    clock.advance(1_000);
    expect(memory.limitedForMs('v', 'bob')).toBe(0);
  });

  it('forgets texts rather than grow', () => {
    const { meet } = setUp();
    meet('ann', 'a', 'first');
    for (let at = 0; at < 50; at += 1) meet('ann', `a${at}`, `text ${at}`);
    expect(meet('bob', 'b', 'first')).toBe(false);
  });
});
