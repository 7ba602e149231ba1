import { aManifest, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { isReadOnly } from './call.js';

it.each([
  [undefined, false],
  [{}, false],
  [{ destructiveHint: false }, false],
  [{ readOnlyHint: false }, false],
  [{ readOnlyHint: true }, true],
])('counts a tool that declares %j as read-only: %s', (annotations, expected) => {
  expect(isReadOnly(aVersion(aManifest({ annotations })))).toBe(expected);
});

it('knows nothing of a tool that was not found', () => {
  expect(isReadOnly(undefined)).toBe(false);
});
