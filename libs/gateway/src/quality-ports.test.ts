import { FakeClock } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import { qualityWith } from './quality-ports.js';

it('starts with the model of the operator, a full allowance for everybody and nothing counted', () => {
  const quality = qualityWith(null, new FakeClock());
  expect(quality.model).toBeNull();
  expect([quality.allowance.take('ann'), quality.allowance.take('ben')]).toEqual([true, true]);
  expect(quality.cached).toEqual({ kept: 0, shared: 0, made: 0 });
  expect(qualityWith(null, new FakeClock()).metrics).not.toBe(quality.metrics);
});
