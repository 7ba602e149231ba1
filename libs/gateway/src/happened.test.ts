import { aRevocation } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { happenedBefore } from './happened.js';
import { aCall } from './testing/a-call.js';

it('hands on what happened to the whole call, and not what happened to one attempt', () => {
  const { happened } = aCall({ warnings: ['Mind the gap.'], revocation: aRevocation(), slow: () => {} });
  const next = happenedBefore(happened);
  expect(Object.keys(next).sort()).toEqual(['attempted', 'trace', 'warnings']);
  next.warnings.push('And the step.');
  expect(happened.warnings).toEqual(['Mind the gap.', 'And the step.']);
});
