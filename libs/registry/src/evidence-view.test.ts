import { expect, it } from '@jest/globals';
import { guardView, isPublic, viewOf } from './evidence-view.js';
import { aManifest, aNamespace, aVersion } from './testing/builders.js';

it('is inside for callers of the tool’s organisation, and outside for all others', () => {
  const version = aVersion();
  expect(viewOf(version.organisationId, version)).toBe('inside');
  expect(viewOf('org-other', version)).toBe('outside');
  expect(viewOf(null, version)).toBe('outside');
});

it('guards stages of public tools by the outside view, and of all others by the inside view', () => {
  const directory = { namespace: () => aNamespace({ visibility: 'public' }) };
  expect(guardView(aVersion(), directory)).toBe('outside');
  expect(guardView(aVersion(aManifest({ visibility: 'organisation' })), directory)).toBe('inside');
  expect(guardView(aVersion(), { namespace: () => aNamespace({ visibility: 'organisation' }) })).toBe('inside');
  expect(isPublic(aVersion(), { namespace: () => undefined })).toBe(false);
});
