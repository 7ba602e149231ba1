import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { textAnswer } from '../testing/small-gateway.js';
import { cacheBounds, ResultCache } from './result-cache.js';

const version = aVersion(aManifest({ cache: { ttlSeconds: 1, scope: 'caller' } }));

function setUp() {
  const time = { now: 0 };
  const catalogue = { listenToVersions: () => () => {}, revocations: { epoch: 0 } as never };
  return { time, cache: new ResultCache(catalogue, { monotonic: () => time.now }) };
}
const at = (key: string) => ({ key, version, server: undefined });
const answer = { answer: textAnswer('1'), findings: undefined, connection: undefined };

describe('ResultCache', () => {
  it('keeps results for their time', () => {
    const { cache, time } = setUp();
    expect(cache.find(at('a'))).toBeUndefined();
    cache.begin(at('a')).answered(answer, 10);
    time.now = 999;
    expect(cache.find(at('a'))).toMatchObject({ ageMs: 999, answer: answer.answer });
    time.now = 1_000;
    expect(cache.find(at('a'))).toBeUndefined();
  });

  it('keeps no large result, and of many the latest', async () => {
    const { cache } = setUp();
    const large = cache.begin(at('large'));
    const flight = cache.flight(at('large'));
    large.answered(answer, cacheBounds.maxCharactersEach + 1);
    expect(cache.find(at('large'))).toBeUndefined();
    expect(await flight?.ended).toBe('answered');
    expect(flight?.found(at('large'))).toMatchObject({ ageMs: 0 });
    const count = cacheBounds.maxCharacters / cacheBounds.maxCharactersEach;
    for (let index = 0; index <= count; index += 1)
      cache.begin(at(`${index}`)).answered(answer, cacheBounds.maxCharactersEach);
    expect([cache.find(at('0')), cache.find(at(`${count}`))]).toEqual([undefined, expect.anything()]);
  });

  it('has a flight from its beginning to its end', async () => {
    const { cache } = setUp();
    const own = cache.begin(at('a'));
    const flight = cache.flight(at('a'));
    own.ended('failed');
    expect(cache.flight(at('a'))).toBeUndefined();
    expect(await flight?.ended).toBe('failed');
    expect(flight?.found(at('a'))).toBeUndefined();
  });
});
