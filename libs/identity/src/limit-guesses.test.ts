import { fail, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { LimitGuesses } from './limit-guesses.js';

const right = (id = 'principal-ann') => Promise.resolve(ok(aCaller({ id })));
const wrong = () => Promise.resolve(fail('unauthenticated', 'The API key is not known.'));

function setUp(allowed = 2) {
  const clock = new FakeClock();
  const counted: string[] = [];
  const limits = { epoch: 0 };
  const guesses = new LimitGuesses({
    clock,
    epoch: () => limits.epoch,
    networkOf: (address) => address.split('.').slice(0, 3).join('.'),
    count: async (network) => {
      counted.push(network);
      const data = { limit: { name: 'address.failures' } };
      return counted.length <= allowed ? undefined : fail('rate_limited', 'n', { retryAfterMs: 30_000, data }).error;
    },
  });
  const answer = async (checked: ReturnType<typeof right> | ReturnType<typeof wrong>, address = '10.0.0.1') => {
    const outcome = await guesses.judge(checked, address);
    return outcome.ok ? 'in' : outcome.error.code;
  };
  return { clock, counted, guesses, answer, limits };
}

describe('LimitGuesses', () => {
  it('counts wrong credentials, and accepts right ones', async () => {
    const { answer, counted } = setUp();
    expect([await answer(right()), await answer(wrong()), await answer(right('principal-bob'))]).toEqual([
      'in',
      'unauthenticated',
      'in',
    ]);
    expect(counted).toEqual(['10.0.0']);
  });

  it('answers right and wrong credentials alike after too many failures from a network, until the time is over', async () => {
    const { answer, clock, guesses, counted } = setUp();
    for (let turn = 0; turn < 3; turn += 1) await answer(wrong());
    expect([await answer(wrong()), await answer(right()), await answer(right(), '10.0.0.77')]).toEqual(
      Array.from({ length: 3 }, () => 'rate_limited'),
    );
    clock.advance(10_000);
    const [one, other] = [await guesses.judge(right(), '10.0.0.1'), await guesses.judge(wrong(), '10.0.0.1')];
    expect(one).toEqual(other);
    expect(one).toMatchObject({ error: { retryAfterMs: 20_000, data: { limit: { name: 'address.failures' } } } });
    expect(counted).toHaveLength(3);
    expect(await answer(right(), '10.0.1.1')).toBe('in');
    clock.advance(20_000);
    expect(await answer(right())).toBe('in');
  });

  it('accepts callers who were accepted from the same address before, and from no other', async () => {
    const { answer } = setUp(0);
    await answer(right());
    await answer(wrong());
    expect([await answer(right()), await answer(right(), '10.0.0.2'), await answer(right('principal-bob'))]).toEqual([
      'in',
      'rate_limited',
      'rate_limited',
    ]);
  });

  it('blocks no network after a limit has been changed', async () => {
    const { answer, limits } = setUp(0);
    await answer(wrong());
    limits.epoch += 1;
    expect(await answer(right())).toBe('in');
  });

  it('does not count other failures', async () => {
    const { guesses, counted } = setUp(0);
    const starting = Promise.resolve(fail('unavailable', 'The server is starting.'));
    expect(await guesses.judge(starting, '10.0.0.1')).toMatchObject({ error: { code: 'unavailable' } });
    expect(counted).toEqual([]);
  });
});
