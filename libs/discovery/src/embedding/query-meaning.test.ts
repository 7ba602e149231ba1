import type { Failure } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { FakeEmbedder, modelAway } from '../testing/fake-embedder.js';
import { QueryMeaning } from './query-meaning.js';

function setUp(remembered?: number, charactersADay = 10_000) {
  const clock = new FakeClock();
  const embedder = new FakeEmbedder();
  const changes: (Failure | undefined)[] = [];
  const onChange = (failure: Failure | undefined) => void changes.push(failure);
  const meaning = new QueryMeaning({ embedder, clock, onChange, charactersADay, ...(remembered && { remembered }) });
  return { clock, embedder, changes, meaning };
}

/** Lets what is ready happen. */
const turn = () => new Promise(setImmediate);

describe('QueryMeaning', () => {
  it('asks for a query once, however often and by however many it is searched', async () => {
    const { embedder, meaning, clock } = setUp();
    const [first, second] = await Promise.all([meaning.of(' send mail '), meaning.of('send mail')]);
    expect(first?.vector).toBeInstanceOf(Float32Array);
    expect(second).toEqual(first);
    expect(await meaning.of('send mail')).toEqual(first);
    expect(embedder.asked).toEqual([['send mail']]);
    expect(await meaning.of('  ')).toEqual({});
    expect(clock.waiting).toBe(0);
  });

  it('forgets the query that was not asked for longest', async () => {
    const { embedder, meaning } = setUp(2);
    for (const query of ['a', 'b', 'a', 'c', 'a', 'b']) await meaning.of(query);
    expect(embedder.asked.flat()).toEqual(['a', 'b', 'c', 'b']);
  });

  it('waits no longer than a search can, and has the answer for the next', async () => {
    const { clock, embedder, meaning } = setUp();
    let open = () => {};
    embedder.gate = new Promise((resolve) => {
      open = resolve;
    });
    const slow = meaning.of('slow');
    clock.advance(300);
    expect(await slow).toEqual({
      warning: 'searched by words alone: the embedding model did not answer within 300 ms',
    });
    open();
    await turn();
    expect((await meaning.of('slow')).vector).toBeDefined();
    expect(embedder.asked).toHaveLength(1);
  });

  it('asks nobody for a while after failures in a row, tells of it once, and recovers', async () => {
    const { clock, embedder, meaning, changes } = setUp();
    embedder.failures.push(modelAway, modelAway, modelAway, modelAway);
    for (const query of ['a', 'b', 'c']) {
      expect(await meaning.of(query)).toEqual({ warning: 'searched by words alone: the embedding model failed' });
    }
    expect((await meaning.of('d')).warning).toMatch(/does not answer at present/);
    expect(embedder.asked).toHaveLength(3);
    clock.advance(15_000);
    const [probe, other] = await Promise.all([meaning.of('e'), meaning.of('f')]);
    expect([probe?.warning, other?.warning]).toEqual([
      expect.stringMatching(/failed/),
      expect.stringMatching(/at present/),
    ]);
    expect(changes).toEqual([modelAway]);
    clock.advance(15_000);
    expect((await meaning.of('g')).vector).toBeDefined();
    expect((await meaning.of('h')).vector).toBeDefined();
    expect(changes).toEqual([modelAway, undefined]);
  });

  it('counts a late answer as a failure', async () => {
    const { clock, embedder, meaning, changes } = setUp();
    embedder.gate = new Promise(() => {});
    for (const query of ['a', 'b', 'c']) {
      const asked = meaning.of(query);
      clock.advance(300);
      await asked;
    }
    expect(changes).toMatchObject([{ code: 'deadline_exceeded' }]);
    expect((await meaning.of('d')).warning).toMatch(/at present/);
  });

  it('spends no more in a day than it may, and asks nothing when that is nothing', async () => {
    const { clock, embedder, meaning } = setUp(undefined, 10);
    expect((await meaning.of('six go')).vector).toBeDefined();
    expect((await meaning.of('five!')).warning).toMatch(/as much was embedded today/);
    expect((await meaning.of('six go')).vector).toBeDefined();
    clock.advance(86_400_000);
    expect((await meaning.of('five!')).vector).toBeDefined();
    expect(embedder.asked).toHaveLength(2);
    expect((await setUp(undefined, 0).meaning.of('a')).vector).toBeUndefined();
  });

  it('has no more than a few questions under way', async () => {
    const { embedder, meaning, clock } = setUp();
    embedder.gate = new Promise(() => {});
    const asked = Array.from({ length: 20 }, (_, at) => meaning.of(`query ${at}`));
    await turn();
    expect(embedder.asked).toHaveLength(16);
    clock.advance(300);
    expect((await Promise.all(asked)).filter(({ warning }) => warning?.includes('too much to do'))).toHaveLength(4);
  });
});
