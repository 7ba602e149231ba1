import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { envelopeOf } from '../envelope.js';
import { aCall, aCallWith, type CallParts } from '../testing/a-call.js';
import { smallOutputs } from '../testing/small-outputs.js';

const version = aVersion(aManifest({}));
const finished = (output: unknown, session: string | undefined, parts: CallParts = {}) => {
  const request = { tool: 'acme/orders.create', input: {}, ...(session !== undefined && { session }) };
  return aCallWith(aCall({ ...parts, request, validation: { outcome: 'untyped', issues: [] } }, version), { output });
};

it('keeps what calls of a session returned, unless it is short, or for a program', async () => {
  const { results, store } = smallOutputs(new FakeClock());
  const add = (output: unknown, tokens: number, session?: string, parts?: CallParts) => {
    const call = finished(output, session, parts);
    results.add(call, envelopeOf(call, undefined), tokens);
  };
  add({ rows: 'first' }, 500, 's');
  add({ rows: 'short' }, 20, 's');
  add({ rows: 'none' }, 500);
  add({ rows: 'program' }, 500, 's', { requested: { isWhole: true } });
  await results.settled();
  const owner = { principalId: finished('', 's').requested.caller.principalId as string, namespaces: null };
  const kept = await store.list({ ...owner, kind: 'result', at: 0, after: null, limit: 10 });
  expect(kept).toMatchObject([{ session: 's', layer: null, tool: 'acme/orders.create' }]);
});
