import { anAnswer, SmallAssurance } from '@assay/gateway/testing';
import { aCaller, aNamespace, aRevocation } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { runLane } from './verification-lanes.js';

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
    const held = Promise.withResolvers<void>();
    small.answer = async () => {
      await held.promise;
      return anAnswer({ sum: 3 });
    };
    const requests = small.requests();
    const begun = await requests.run(ann, tool);
    expect(begun).toMatchObject({
      ok: true,
      value: { verification: { trigger: 'requested', endedAt: null }, version: { version: '1.0.0' } },
    });
    const again = await requests.run(ann, tool, '1.0.0');
    const id = (begun.ok && begun.value.verification.id) || '';
    expect(again).toMatchObject({ ok: true, value: { verification: { id } } });
    held.resolve();
    while ((await small.verifications.find(id))?.endedAt === null) await Promise.resolve();
    expect(await requests.find(ann, id)).toMatchObject({ ok: true, value: { verification: { verdict: 'green' } } });
    expect(small.calls).toHaveLength(1);
    await requests.stop();
  });

  it('is cut short when the server stops, and left for another replica', async () => {
    const small = await SmallAssurance.open();
    small.answer = ({ deadline }) =>
      new Promise((resolve) => {
        deadline.signal.addEventListener('abort', () => resolve(anAnswer({ sum: 3 })));
      });
    const requests = small.requests();
    await requests.run(ann, tool);
    await Promise.all([requests.stop(), Promise.resolve()]);
    expect(await small.verifications.list({ limit: 5 })).toMatchObject([{ endedAt: null }]);
    expect(small.version().lastVerifiedAt).toBeNull();
    small.answer = () => anAnswer({ sum: 3 });
    expect(await runLane({ ...small.ports, verify: small.verify }, new AbortController().signal)).toBe(1);
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
    await requests.stop();
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
    await requests.stop();
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
