import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { InMemoryRecordedCalls } from '../testing/in-memory-evaluation-stores.js';
import { SmallHouse } from '../testing/small-house.js';
import { ManageRecordings } from './manage-recordings.js';

it('is decided by administrators, about read-only tools, and audited', async () => {
  const { catalogue, directory, audit, clock } = await SmallHouse.open();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  for (const [name, annotations] of Object.entries({ reads: { readOnlyHint: true }, acts: {} })) {
    const state = aVersion(aManifest({ name: `acme/${name}`, annotations }), { id: name });
    catalogue.apply({ kind: 'tool-version', id: name, state });
  }
  const recording = { refresh: async () => {}, flush: async () => {} };
  const store = new InMemoryRecordedCalls();
  const manage = new ManageRecordings({ store, recording, catalogue, directory, audit, clock });
  const admin = aCaller({}, ['admin']);
  expect(await manage.set(aCaller(), 'acme/reads')).toMatchObject({ error: { code: 'forbidden' } });
  expect(await manage.set(admin, 'acme/acts')).toMatchObject({ error: { code: 'invalid_request' } });
  expect(await manage.set(admin, 'acme/none')).toMatchObject({ error: { code: 'not_found' } });
  expect(await manage.set(admin, 'acme/reads')).toMatchObject({ value: { keep: 100, recorded: 0 } });
  expect(await manage.set(admin, 'acme/reads', 5)).toMatchObject({ value: { keep: 5 } });
  expect(await manage.list(aCaller())).toHaveLength(1);
  expect(await manage.list(aCaller({ organisationId: 'org-other' }))).toEqual([]);
  const elsewhere = aCaller({ organisationId: 'org-other' }, ['admin']);
  expect(await manage.remove(elsewhere, 'acme/reads')).toMatchObject({ error: { code: 'not_found' } });
  expect(await manage.remove(admin, 'acme/reads')).toMatchObject({ ok: true });
  expect(audit.records.map(({ action }) => action)).toEqual(['recording.set', 'recording.set', 'recording.remove']);
});
