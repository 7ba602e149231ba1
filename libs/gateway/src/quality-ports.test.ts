import { FakeClock } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import { qualityWith } from './quality-ports.js';

it('starts with the model of the operator, a full allowance for everybody and no repairs counted', () => {
  const quality = qualityWith(null, new FakeClock());
  expect(quality.model).toBeNull();
  expect([quality.allowance.take('ann'), quality.allowance.take('ben')]).toEqual([true, true]);
  expect(qualityWith(null, new FakeClock()).metrics).not.toBe(quality.metrics);
});
