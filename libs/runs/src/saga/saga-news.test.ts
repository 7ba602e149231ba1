import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { aSaga, begunSaga } from '../testing/a-saga.js';
import { InMemorySagaStore } from '../testing/in-memory-saga-store.js';
import type { Saga, SagaEvent } from './saga.js';
import { sagaNews } from './saga-news.js';

const stateIs = (status: string): SagaEvent => ({ at: 1, kind: 'saga.state', step: null, status, message: null });

async function setUp(count = 0) {
  const store = new InMemorySagaStore();
  const clock = new FakeClock();
  const reported = async (saga: Saga, ...events: SagaEvent[]) =>
    (await store.save({ saga, changed: [], events }, 1)) as Saga;
  const begun = await begunSaga(store, aSaga({ state: 'RUNNING' }));
  const saga = await reported(begun, ...Array.from({ length: count }, () => stateIs('RUNNING')));
  return { store, clock, saga, reported };
}
const numbers = async (news: AsyncIterable<{ number: number }>) => {
  const seen: number[] = [];
  for await (const { number } of news) seen.push(number);
  return seen;
};

describe('news of a saga', () => {
  it('come as they happen, and end when it rests', async () => {
    const { store, clock, saga, reported } = await setUp(1);
    const news = sagaNews(saga, 0, new AbortController().signal, { store, clock });
    expect((await news.next()).value).toMatchObject({ number: 1, status: 'RUNNING' });
    const next = news.next();
    await reported(saga, stateIs('COMPLETED'));
    for (let heard: unknown; heard === undefined; heard = await Promise.race([next, new Promise(setImmediate)]))
      clock.advance(300);
    expect((await next).value).toMatchObject({ number: 2, status: 'COMPLETED' });
    expect(await news.next()).toEqual({ done: true, value: undefined });
  });

  it('are sent completely, in any number, after the last one received', async () => {
    const { store, clock, saga, reported } = await setUp(450);
    await reported(saga, stateIs('FAILED'));
    const seen = await numbers(sagaNews(saga, 20, new AbortController().signal, { store, clock }));
    expect([seen.length, seen[0], seen.at(-1)]).toEqual([431, 21, 451]);
  });

  it('are not sent to a closed listener', async () => {
    const { store, clock, saga } = await setUp(1);
    expect(await numbers(sagaNews(saga, 0, AbortSignal.abort(), { store, clock }))).toEqual([]);
  });
});
