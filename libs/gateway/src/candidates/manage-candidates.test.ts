import { FakeClock, InMemoryAuditLog } from '@assay/kernel/testing';
import type { Toolset } from '@assay/registry';
import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { InMemoryCandidates } from '../testing/in-memory-evaluation-stores.js';
import { addCounts, noCounts } from './candidate-store.js';
import { ManageCandidates } from './manage-candidates.js';

const owner = aCaller({ id: 'olga' });
const toolset: Toolset = {
  ...{ id: 'one', organisationId: 'org-acme', name: 'desk', description: null, visibility: 'organisation' },
  ...{ responseTokens: null, enables: [] },
  ...{ createdAt: 0, createdBy: 'olga', updatedAt: 0 },
  tools: [{ tool: 'acme/a', as: 'find', preset: {}, candidates: [{ tool: 'acme/b', canary: 10 }] }],
};

it('shows results where they are declared, and lets the owner enable a canary again', async () => {
  const store = new InMemoryCandidates();
  const audit = new InMemoryAuditLog(new FakeClock().now);
  const book = {
    flush: async () => {},
    resume: async ({ id }: { id: string }) => (await store.resume(id, 9)) !== undefined,
  };
  const toolsets = { list: () => [toolset] };
  const manage = new ManageCandidates({ store, book, audit, toolsets, fallbacks: { list: () => [] } });
  const [fresh] = await manage.list(owner);
  expect(fresh).toMatchObject({ place: 'desk/find', state: 'running', since: null, calls: 0, meanMs: null });
  const id = fresh?.id ?? '';
  const counts = addCounts(noCounts, { calls: 4, failures: 3, ms: 10 });
  await store.add({ id, organisationId: 'org-acme', epoch: 1, at: 5, counts }, 0);
  expect(await manage.resume(owner, id)).toMatchObject({ error: { code: 'conflict' } });
  await store.rollBack(id, 1, 6, 'worse');
  expect((await manage.list(owner))[0]).toMatchObject({
    state: 'rolled_back',
    reason: 'worse',
    failures: 3,
    meanMs: 2.5,
  });
  expect(await manage.resume(aCaller({ id: 'carl' }), id)).toMatchObject({ error: { code: 'forbidden' } });
  expect(await manage.resume(owner, 'other')).toMatchObject({ error: { code: 'not_found' } });
  expect(await manage.resume(owner, id)).toMatchObject({ value: { state: 'running', calls: 0 } });
  expect(audit.records.map(({ action }) => action)).toEqual(['canary.resume']);
});
