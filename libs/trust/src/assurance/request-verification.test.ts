import { anAnswer, SmallAssurance } from '@assay/gateway/testing';
import { aCaller, aNamespace, aRevocation } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { Verification } from './verification.js';

const opened = aNamespace({ visibility: 'public' });
const madePublic = { kind: 'namespace', id: opened.id, state: opened } as const;

const tool = 'acme/orders.sum';
const ann = aCaller();
const bob = aCaller({ id: 'principal-bob', name: 'bob' });
const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
const root = aCaller({ id: 'principal-root' }, ['admin', 'registry:publish']);

describe('RequestVerification', () => {
  it('answers at once, runs in the background, and is one at a time', async () => {
    const small = await SmallAssurance.open();
    const requests = small.requests();
    const begun = await requests.run(ann, tool);
    expect(begun).toMatchObject({
      ok: true,
      value: { verification: { trigger: 'requested', endedAt: null }, version: { version: '1.0.0' } },
    });
    const again = await requests.run(ann, tool, '1.0.0');
    const id = (begun.ok && begun.value.verification.id) || '';
    expect(again).toMatchObject({ ok: true, value: { verification: { id } } });
    expect(small.calls).toEqual([]);
    await small.jobs.runQueued();
    expect(await requests.find(ann, id)).toMatchObject({ ok: true, value: { verification: { verdict: 'green' } } });
    expect(small.calls).toHaveLength(1);
  });

  it('is cut short when the server stops, and left for another replica', async () => {
    const small = await SmallAssurance.open();
    const stopping = new AbortController();
    small.answer = () => {
      stopping.abort();
      return anAnswer({ sum: 3 });
    };
    const begun = await small.requests().run(ann, tool);
    const verification = (begun.ok && begun.value.verification) as Verification;
    await expect(small.verify.run(verification, stopping.signal)).rejects.toThrow(/abort/);
    expect(await small.verifications.list({ limit: 5 })).toMatchObject([{ endedAt: null }]);
    expect(small.version().lastVerifiedAt).toBeNull();
    await small.jobs.runQueued();
    expect(await small.verifications.list({ limit: 5 })).toMatchObject([{ verdict: 'green', trigger: 'requested' }]);
  });

  it('is found by the sweep when it could not be queued, or an older version began it', async () => {
    const small = await SmallAssurance.open();
    await small.requests().run(ann, tool);
    small.jobs.queued.splice(0);
    small.house.clock.advance(30_000);
    expect(await small.verifyDue()).toBe(0);
    small.house.clock.advance(31_000);
    expect(await small.verifyDue()).toBe(1);
    expect(await small.verifications.list({ limit: 5 })).toMatchObject([{ verdict: 'green', trigger: 'requested' }]);
  });

  it('is for owners, and for administrators of the installation', async () => {
    const small = await SmallAssurance.open();
    const requests = small.requests();
    expect(await requests.run(bob, tool)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    expect(await requests.run(stranger, tool)).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await requests.run(ann, 'acme/none')).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await requests.run(ann, tool, '2.0.0')).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await requests.run(root, tool)).toMatchObject({ ok: true });
  });

  it.each([
    ['quarantined', { quarantined: { since: 0, finding: 'it drifted' } }, 'quarantined'],
    ['sunset', { status: 'SUNSET' as const }, 'version_sunset'],
  ])('is refused for a version that is %s', async (_, parts, code) => {
    const small = await SmallAssurance.open({}, parts);
    expect(await small.requests().run(ann, tool)).toMatchObject({ ok: false, error: { code } });
  });

  it('is refused for a version that is revoked', async () => {
    const small = await SmallAssurance.open();
    small.house.catalogue.revocations.apply('r', aRevocation({ id: 'r', tool: 'orders.sum' }));
    expect(await small.requests().run(ann, tool)).toMatchObject({ ok: false, error: { code: 'version_revoked' } });
    expect(await small.verifications.list({ limit: 5 })).toEqual([]);
  });

  it('shows verifications to everybody who sees the tool, with outputs only to its owners', async () => {
    const small = await SmallAssurance.open();
    const requests = small.requests();
    const begun = await requests.run(ann, tool);
    const id = (begun.ok && begun.value.verification.id) || '';
    await small.jobs.runQueued();
    const seen = async (caller: typeof ann, filter: object = {}) => {
      const listed = await requests.list(caller, { limit: 5, ...filter });
      return listed.ok ? listed.value.map((it) => it.isWhole) : listed.error.code;
    };
    expect(await seen(ann)).toEqual([true]);
    expect(await seen(bob)).toEqual([]);
    expect(await seen(bob, { tool })).toEqual([false]);
    expect(await seen(stranger, { tool })).toBe('not_found');
    expect(await requests.find(bob, id)).toMatchObject({ ok: true, value: { isWhole: false } });
    expect(await requests.find(stranger, id)).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await requests.find(ann, 'no id')).toMatchObject({ ok: false, error: { code: 'not_found' } });
    small.house.directory.apply(madePublic);
    expect(await seen(stranger, { tool })).toEqual([false]);
  });
});
