import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall, type CallParts } from '../testing/a-call.js';
import { successfulCall } from './successful-call.js';

const version = aVersion(aManifest({}));
const ended = (parts: CallParts = {}) => successfulCall(aCall({ output: { id: 1 }, ...parts }, version));

describe('a successful call', () => {
  it('has its values as the caller knows them', () => {
    expect(ended({ request: { tool: 'acme/orders.create', input: { item: 'tea' }, session: 's' } })).toMatchObject({
      ...{ organisationId: 'org-acme', session: 's', tool: `${version.namespace}/${version.tool}`, version: '1.0.0' },
      ...{ input: { item: 'tea' }, output: { id: 1 } },
    });
    expect(ended({ unmasked: { item: 'as given' } })?.input).toEqual({ item: 'as given' });
  });

  it.each<[string, CallParts]>([
    ['a step of a composition', { nesting: 1 }],
    ['a step of a run', { partOf: () => ({}) as never }],
    ['a comparison', { beside: 'shadow' }],
    ['a dry run', { dryRun: true }],
    ['a call without an output', { output: undefined }],
    ['a caller without an identity', { caller: { principalId: null } as never }],
  ])('is not %s', (_what, parts) => {
    expect(ended(parts)).toBeUndefined();
  });
});
