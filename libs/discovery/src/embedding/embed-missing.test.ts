import { dayMs } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { modelAway } from '../testing/fake-embedder.js';
import { smallEmbedding } from '../testing/small-embedding.js';
import { embeddedAtOnce } from './embed-missing.js';

const unhurried = (): AbortSignal => new AbortController().signal;
const ids = (count: number) => Array.from({ length: count }, (_, at) => `a/t${at}`);

async function waiting(count: number, charactersADay?: number) {
  const made = smallEmbedding(charactersADay);
  for (const id of ids(count)) made.add(id);
  await made.attach(...ids(count));
  return { ...made, attachAll: () => made.attach(...ids(count)) };
}

describe('EmbedMissing', () => {
  it('embeds every waiting text once, in batches with pauses', async () => {
    const { job, embedder, attachAll, vectors, pausing } = await waiting(embeddedAtOnce * 2 + 1);
    expect(job.progress).toEqual({ model: 'fake-1', waiting: 65, refused: 0, problem: null });
    await job.run(unhurried());
    expect(embedder.asked.map((texts) => texts.length)).toEqual([embeddedAtOnce, embeddedAtOnce, 1]);
    expect(pausing.pauses).toBe(3);
    await attachAll();
    expect(vectors.waiting.size).toBe(0);
    await job.run(unhurried());
    expect(embedder.asked).toHaveLength(3);
  });

  it('goes on after a crash where it was: what is kept is not embedded again', async () => {
    const { job, newJob, embedder, pausing } = await waiting(embeddedAtOnce * 2);
    const dying = new AbortController();
    pausing.during = () => dying.abort();
    await job.run(dying.signal);
    expect(embedder.asked).toHaveLength(1);
    await newJob().run(unhurried());
    const texts = embedder.asked.flat();
    expect(texts).toHaveLength(embeddedAtOnce * 2);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('spends no more in a day than was agreed, and goes on the next', async () => {
    const { job, embedder, clock, attachAll, vectors } = await waiting(embeddedAtOnce * 2, 500);
    await job.run(unhurried());
    await job.run(unhurried());
    expect(embedder.asked).toHaveLength(1);
    expect(job.progress.problem).toMatch(/\d+ of the 500 characters of a day are spent/);
    clock.advance(dayMs + 1);
    await job.run(unhurried());
    await attachAll();
    expect(vectors.waiting.size).toBe(0);
    expect(job.progress.problem).toBeNull();
  });

  it('sends nothing when nothing may be spent', async () => {
    const { job, embedder } = await waiting(1, 0);
    await job.run(unhurried());
    expect(embedder.asked).toEqual([]);
  });

  it('rests longer the longer the endpoint fails, and says why', async () => {
    const { job, embedder, clock } = await waiting(1);
    embedder.failures.push(modelAway, modelAway, {
      code: 'rate_limited',
      message: 'slow down',
      retryAfterMs: 3_600_000,
    });
    await expect(job.run(unhurried())).rejects.toThrow(modelAway.message);
    expect(job.progress.problem).toBe(modelAway.message);
    await job.run(unhurried());
    expect(embedder.asked).toHaveLength(1);
    clock.advance(10_000);
    await expect(job.run(unhurried())).rejects.toThrow();
    clock.advance(19_999);
    await job.run(unhurried());
    expect(embedder.asked).toHaveLength(2);
    clock.advance(1);
    await expect(job.run(unhurried())).rejects.toThrow('slow down');
    clock.advance(3_599_999);
    await job.run(unhurried());
    expect(embedder.asked).toHaveLength(3);
    clock.advance(1);
    await job.run(unhurried());
    expect(job.progress.problem).toBeNull();
  });

  it('keeps a text that the endpoint refuses from the others, and offers it again a day later', async () => {
    const { job, embedder, attachAll, clock, vectors } = await waiting(3);
    embedder.disliked.add('t1\nDoes a/t1');
    await job.run(unhurried());
    await attachAll();
    expect(job.progress).toMatchObject({ waiting: 1, refused: 1, problem: null });
    const before = embedder.asked.length;
    await job.run(unhurried());
    expect(embedder.asked).toHaveLength(before);
    embedder.disliked.clear();
    clock.advance(dayMs);
    await job.run(unhurried());
    await attachAll();
    expect(vectors.waiting.size).toBe(0);
  });

  it('does not send every text to an endpoint that refuses them all', async () => {
    const { job, embedder, clock } = await waiting(embeddedAtOnce * 3);
    for (let n = 0; n < embeddedAtOnce * 3; n += 1) embedder.disliked.add(`t${n}\nDoes a/t${n}`);
    await expect(job.run(unhurried())).rejects.toThrow('too odd');
    expect(embedder.asked).toHaveLength(1 + embeddedAtOnce);
    expect(job.progress).toMatchObject({ refused: embeddedAtOnce, problem: 'too odd' });
    await job.run(unhurried());
    expect(embedder.asked).toHaveLength(1 + embeddedAtOnce);
    embedder.disliked.clear();
    clock.advance(10_000);
    await job.run(unhurried());
    expect(job.progress).toMatchObject({ problem: null });
  });

  it('drops vectors that nobody has needed for a month, those of other models too', async () => {
    const { job, store, clock, attachAll, vectors } = await waiting(1);
    const at = clock.now();
    const old = { vector: new Float32Array(16).fill(0.25), characters: 3, organisationId: 'org-acme', at };
    await store.keep('fake-1', [{ ...old, digest: 'sha256:unused' }]);
    await store.keep('other', [{ ...old, digest: 'sha256:other' }]);
    await job.run(unhurried());
    clock.advance(29 * dayMs);
    await job.run(unhurried());
    expect((await store.vectors('fake-1', ['sha256:unused'])).size).toBe(1);
    clock.advance(2 * dayMs);
    await job.run(unhurried());
    expect((await store.vectors('fake-1', ['sha256:unused'])).size).toBe(0);
    expect((await store.vectors('other', ['sha256:other'])).size).toBe(0);
    expect((await store.vectors('fake-1', [...vectors.used()])).size).toBe(1);
    await attachAll();
    expect(vectors.waiting.size).toBe(0);
  });

  it('recomputes all vectors when the model’s have become longer', async () => {
    const { job, newJob, store, embedder, attachAll, add, attach, vectors } = await waiting(2);
    await job.run(unhurried());
    await attachAll();
    embedder.dimensions = undefined;
    embedder.length = 24;
    const restarted = newJob();
    add('a/new');
    await attach('a/new');
    await restarted.run(unhurried());
    await attachAll();
    await attach('a/new');
    expect(vectors.waiting.size).toBe(2);
    await restarted.run(unhurried());
    expect([...(await store.vectors('fake-1', [...vectors.used()])).values()].map(({ length }) => length)).toEqual([
      24, 24, 24,
    ]);
  });
});
