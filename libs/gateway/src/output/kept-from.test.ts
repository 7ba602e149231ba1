import { aManifest, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { aCall } from '../testing/a-call.js';
import { keptFrom } from './kept-from.js';

it('says of which call a result is, and whose', () => {
  const version = aVersion(aManifest({}));
  const validation = { outcome: 'untyped' as const, issues: [] };
  const call = aCall({ request: { tool: 'acme/orders.create', input: {}, session: 's' }, validation }, version);
  expect(keptFrom(call)).toMatchObject({
    ...{ session: 's', tool: 'acme/orders.create', version: '1.0.0', invocationId: call.requested.id },
    ...{ caller: call.requested.caller, freshness: 'live' },
  });
});
