import { expect, it } from '@jest/globals';
import { envelopeOf } from '../envelope.js';
import { aCall } from '../testing/a-call.js';
import { noEscalations } from '../testing/standing-alone.js';
import { withCompletion } from './escalations.js';

const envelope = envelopeOf(aCall(), undefined);
const escalated = { ...envelope, status: 'escalated' as const, receipt: { chain: 'c', sequence: 1, hash: 'h' } };
const repeat = { invocationId: 'i', result: { envelope: escalated, failure: null } };

it('answers a repeat with what a person has said since, under the receipt of the call', async () => {
  const completed = { envelope: { ...envelope, output: 3 }, failure: null };
  const current = await withCompletion(repeat, { completionOf: async () => completed });
  expect(current.result?.envelope).toMatchObject({ output: 3, receipt: { sequence: 1 } });
});

it('leaves it as it is while nobody has, when that is not known, and for any other call', async () => {
  expect(await withCompletion(repeat, noEscalations)).toBe(repeat);
  expect(await withCompletion(repeat, { completionOf: () => Promise.reject(new Error('away')) })).toBe(repeat);
  const other = { invocationId: 'i', result: { envelope, failure: null } };
  expect(await withCompletion(other, { completionOf: () => Promise.reject(new Error('asked')) })).toBe(other);
});
