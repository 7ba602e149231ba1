import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { Freshness, fresh } from './freshness.js';
import { aCall } from './testing/a-call.js';

const reads = aVersion(aManifest({ annotations: { readOnlyHint: true } }));
const writes = aVersion();

/** A feed whose database answers, refuses or keeps silent. */
function setUp() {
  const clock = new FakeClock();
  const feed = {
    confirmed: clock.now(),
    asked: 0,
    answer: (): Promise<void> => Promise.resolve(),
    sinceConfirmedMs: () => clock.now() - feed.confirmed,
    caughtUp: () => {
      feed.asked += 1;
      return feed.answer();
    },
  };
  const away = () => Promise.reject(new Error('The database is away.'));
  const back = async () => {
    feed.confirmed = clock.now();
  };
  const stage = fresh(new Freshness(feed, clock));
  const run = async (version = writes) => {
    const call = aCall({}, version);
    return { failure: await stage.run(call), warnings: call.happened.warnings };
  };
  return { clock, feed, away, back, stage, run };
}

describe('freshness', () => {
  it('costs nothing while the view is confirmed', () => {
    const { clock, feed, stage } = setUp();
    clock.advance(3_000);
    expect(stage.run(aCall({}, writes))).toBeUndefined();
    expect(feed.asked).toBe(0);
  });

  it('asks the database before it concludes anything: a busy process raises no alarm', async () => {
    const { clock, feed, back, run } = setUp();
    feed.answer = back;
    clock.advance(60_000);
    expect(await run()).toEqual({ failure: undefined, warnings: [] });
    expect(feed.asked).toBe(1);
  });

  // seconds cut off, read-only, what becomes of the call
  it.each([
    [3.001, true, 'warned'],
    [3.001, false, 'refused'],
    [30, true, 'warned'],
    [30, false, 'refused'],
    [30.001, true, 'refused'],
    [30.001, false, 'refused'],
  ])('after %d s, a tool that only reads: %s, is %s', async (seconds, isReadOnly, became) => {
    const { clock, feed, away, run } = setUp();
    feed.answer = away;
    clock.advance(seconds * 1_000);
    const { failure, warnings } = await run(isReadOnly ? reads : writes);
    const heard = `This server has not heard from its database for ${Math.floor(seconds)} s`;
    if (became === 'warned') {
      expect([failure, warnings]).toEqual([undefined, [expect.stringContaining(heard)]]);
      return;
    }
    expect(failure).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(heard),
      retryAfterMs: 1_000,
    });
    expect(failure?.outcome).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  it('waits a quarter of a second for a database that keeps silent, and then no more for a second', async () => {
    const { clock, feed, run } = setUp();
    feed.answer = () => new Promise(() => {});
    clock.advance(5_000);
    const waiting = [run(), run(reads)];
    await Promise.resolve();
    expect([feed.asked, clock.waiting]).toEqual([1, 1]);
    clock.advance(250);
    const [first, second] = await Promise.all(waiting);
    expect([first?.failure?.code, second?.failure, second?.warnings.length]).toEqual(['unavailable', undefined, 1]);
    clock.advance(999);
    expect((await run()).failure?.code).toBe('unavailable');
    expect(feed.asked).toBe(1);
    clock.advance(1);
    const third = run();
    await Promise.resolve();
    expect(feed.asked).toBe(2);
    clock.advance(250);
    expect((await third).failure?.code).toBe('unavailable');
    expect(clock.waiting).toBe(0);
  });

  it('is well again as soon as the database is', async () => {
    const { clock, feed, away, back, run } = setUp();
    feed.answer = away;
    clock.advance(40_000);
    expect((await run(reads)).failure?.code).toBe('unavailable');
    await back();
    expect((await run()).failure).toBeUndefined();
  });
});
