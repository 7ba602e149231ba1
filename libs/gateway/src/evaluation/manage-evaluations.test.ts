import { anonymousCaller, Directory } from '@assay/identity';
import { FakeClock, FakeRandom, InMemoryAuditLog } from '@assay/kernel/testing';
import { Catalogue } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { InMemoryEvaluations } from '../testing/in-memory-evaluation-stores.js';
import { maxRunningEvaluations } from './evaluation-store.js';
import { ManageEvaluations } from './manage-evaluations.js';

it('is for known callers, and bounded for an organisation', async () => {
  const [catalogue, directory, clock] = [new Catalogue(), new Directory(), new FakeClock()];
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  for (const name of ['acme/a', 'acme/b']) {
    const state = aVersion(aManifest({ name, annotations: { readOnlyHint: true } }), { id: name });
    catalogue.apply({ kind: 'tool-version', id: name, state });
  }
  const manage = new ManageEvaluations({
    ...{ store: new InMemoryEvaluations(), runs: { add: async () => {} }, catalogue, directory, clock },
    ...{ audit: new InMemoryAuditLog(clock.now), random: new FakeRandom() },
  });
  const asked = { tool: 'acme/a', against: 'acme/b' };
  expect(await manage.start(anonymousCaller(true), asked)).toMatchObject({ error: { code: 'unauthenticated' } });
  for (let n = 0; n < maxRunningEvaluations; n += 1) expect((await manage.start(aCaller(), asked)).ok).toBe(true);
  expect(await manage.start(aCaller(), asked)).toMatchObject({ error: { code: 'rate_limited', retryAfterMs: 60_000 } });
});
