import { capabilitySchema } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tagCapability } from './tag-capability.js';

describe('tagCapability', () => {
  it.each([
    ['Pets', 'pets'],
    ['Pet Store / Orders', 'pet-store.orders'],
    ['userManagement', 'user-management'],
    ['Événements & café', 'evenements-cafe'],
    ['v1.orders', 'v1.orders'],
    ['--', undefined],
    ['', undefined],
    [7, undefined],
  ])('makes %j %j', (tag, capability) => {
    expect(tagCapability(tag)).toBe(capability);
  });

  it('matches the grammar of capabilities for every tag', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 150 }), (tag) => {
        const capability = tagCapability(tag);
        expect(capability === undefined || capabilitySchema.safeParse(capability).success).toBe(true);
      }),
    );
  });
});
