import type { Envelope } from '@assay/contracts';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import type { Waiting } from './await-persons.js';
import { type GiveUpPorts, giveUpWaiting } from './give-up-waiting.js';

const waiting: Waiting = { id: 'call', status: 'awaiting_approval', approval: { id: 'approval', url: 'u' } };
const error = (outcome: 'none' | 'unknown' | 'done') =>
  ({ code: 'cancelled', class: 'cancelled', message: 'no', retryable: false, outcome }) as Envelope['error'];

/** What is answered in the end, after so long. */
async function given(
  withdraw: GiveUpPorts['withdraw'],
  recorded: Partial<Envelope> | undefined,
  { ms = 100, left = new AbortController() } = {},
) {
  const clock = new FakeClock();
  const giving = giveUpWaiting(aCaller(), waiting, left.signal, {
    ...{ clock, withdraw, completionOf: async () => undefined },
    approval: async () => ({ settledAt: recorded === undefined ? null : 1 }),
    recorded: async () => recorded as Envelope | undefined,
  });
  for (let passed = 0; passed < ms; passed += 50) {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    clock.advance(50);
  }
  return giving;
}
const yes = async () => true;
const no = async () => false;

it('a call that was withdrawn in time did nothing', async () => {
  expect(await given(yes, { status: 'cancelled', error: error('none') as never })).toBeUndefined();
  expect(await given(yes, { status: 'cancelled' })).toBeUndefined();
});

it('what it did in spite of it is answered', async () => {
  expect(await given(no, { status: 'succeeded', output: 7 })).toMatchObject({ result: { ok: true, value: 7 } });
  const part = await given(yes, { status: 'cancelled', error: error('unknown') as never });
  expect(part).toMatchObject({ result: { ok: false, error: { outcome: 'unknown' } } });
  expect(await given(no, { status: 'denied', error: error('none') as never })).toBeUndefined();
});

it('is not waited for longer than a moment, or when the run is left', async () => {
  expect(await given(yes, undefined, { ms: 5_100 })).toBeUndefined();
  expect(await given(() => Promise.reject(new Error('away')), undefined, { ms: 5_100 })).toBeUndefined();
  const left = new AbortController();
  left.abort();
  expect(await given(no, undefined, { left })).toBeUndefined();
});
