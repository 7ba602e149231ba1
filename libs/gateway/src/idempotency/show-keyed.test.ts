import { anEnvelope, FakeClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import type { KeyedCallState } from './idempotency-ledger.js';
import { showKeyed } from './show-keyed.js';

const id = '0190a0a0-0000-7000-8000-000000000001';

const shown = (parts: Partial<KeyedCallState> = {}, caller = aCaller()) => {
  const state: KeyedCallState = {
    ...{ invocationId: id, organisationId: 'o', principalId: 'p', key: 'k', claimedAt: 0 },
    ...{ reached: null, isHeld: true, result: null },
    ...parts,
  };
  const findCall = async (_principal: string, asked: string) => (asked === id ? state : undefined);
  return (asked = id) => showKeyed(caller, asked, { ledger: { findCall }, clock: new FakeClock() });
};

it('runs while its process is alive', async () => {
  expect(await shown()()).toMatchObject({ id, status: 'running' });
});

it('has an unknown outcome when its process died after the tool may have been reached, and else none', async () => {
  const reached = { tool: 'acme/orders.create', version: '1.0.0' };
  expect(await shown({ isHeld: false, reached })()).toMatchObject({
    ...{ id, status: 'failed', ...reached },
    error: { code: 'outcome_unknown', outcome: 'unknown' },
  });
  const { error } = (await shown({ isHeld: false })()) ?? {};
  expect(error).toMatchObject({ code: 'unavailable', outcome: 'none' });
  expect(error?.message).toContain('with the same key');
});

it('is its result when that was kept and the record of it was not', async () => {
  const envelope = anEnvelope({ id });
  expect(await shown({ isHeld: false, result: { envelope, failure: null } })()).toEqual(envelope);
});

it('is nothing for other ids, for what is no id, and for nobody', async () => {
  expect(await shown()('0190a0a0-0000-7000-8000-000000000002')).toBeUndefined();
  expect(await shown()('no id')).toBeUndefined();
  expect(await shown({}, { ...aCaller(), principalId: null })()).toBeUndefined();
});
