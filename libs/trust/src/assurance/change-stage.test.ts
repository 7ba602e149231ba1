import { SmallAssurance } from '@assay/gateway/testing';
import { unassured } from '@assay/registry';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';

const tool = 'acme/orders.sum';
const ann = aCaller();
const bob = aCaller({ id: 'principal-bob', name: 'bob' });
const root = aCaller({ id: 'principal-root' }, ['admin', 'registry:publish']);
const narrowed = aCaller({ id: 'principal-root' }, ['admin', 'registry:publish'], ['other']);
const why = 'tried by three teams';

const meeting = async (parts: object = {}) => {
  const small = await SmallAssurance.open({}, { lastVerifiedAt: 1, ...parts });
  small.record = { ...small.record, scoreWithOwn: 0.6, score: 0.6, calls: { own: 100, others: 0 } };
  return small;
};

describe('ChangeStage', () => {
  it('lets an owner promote what meets the requirements', async () => {
    const small = await meeting();
    const answer = await small.changes().run(ann, tool, '1.0.0', { to: 'BETA', reason: why });
    expect(answer).toMatchObject({
      ok: true,
      value: {
        version: { stage: 'BETA' },
        next: 'GENERAL_AVAILABILITY',
        below: null,
        history: [{ from: 'SANDBOX', to: 'BETA', reason: why, by: 'principal-ann', trust: 0.6, waived: [] }],
      },
    });
    expect(small.staged).toEqual([tool]);
    expect(small.house.actions).toEqual([`version.promote ${tool}@1.0.0`]);
    expect(small.watched.notices.sent[0]?.text).toBe(`${tool}@1.0.0 went from SANDBOX to BETA: ${why}.`);
  });

  it('refuses an owner what is not met, with what is missing, and changes nothing', async () => {
    const small = await SmallAssurance.open();
    const answer = await small.changes().run(ann, tool, '1.0.0', { to: 'GENERAL_AVAILABILITY', reason: why });
    expect(answer).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(!answer.ok && answer.error.message).toContain('calls (0 of 100 calls); self-assessed audit');
    expect(small.version().stage).toBe('SANDBOX');
    expect(await small.stages.history(small.version().id, 5)).toEqual([]);
  });

  it('keeps what an administrator did without, of the stages that are new', async () => {
    const small = await meeting();
    const changes = small.changes();
    await changes.run(root, tool, '1.0.0', { to: 'BETA', reason: why });
    const answer = await changes.run(root, tool, '1.0.0', { to: 'GENERAL_AVAILABILITY', reason: why });
    const waived = answer.ok ? answer.value.history[0]?.waived : [];
    expect(waived?.map((it) => it.split(' (')[0])).toEqual([
      'GENERAL_AVAILABILITY: self-assessed audit',
      'GENERAL_AVAILABILITY: trust',
      'GENERAL_AVAILABILITY: calls by others',
    ]);
    const back = await changes.run(root, tool, '1.0.0', { to: 'SANDBOX', reason: 'no more' });
    expect(back).toMatchObject({ ok: true, value: { history: [{ to: 'SANDBOX', waived: [] }, {}, {}] } });
  });

  it('leaves it to an administrator to bring forward what one took back', async () => {
    const small = await meeting({ stage: 'BETA' });
    const changes = small.changes();
    await changes.run(root, tool, '1.0.0', { to: 'SANDBOX', reason: 'it loses orders' });
    const refused = await changes.run(ann, tool, '1.0.0', { to: 'BETA', reason: why });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'forbidden', message: expect.stringContaining('"it loses orders"') },
    });
    expect(await changes.run(root, tool, '1.0.0', { to: 'BETA', reason: 'mended' })).toMatchObject({ ok: true });
    expect(await changes.run(ann, tool, '1.0.0', { to: 'SANDBOX', reason: 'ours' })).toMatchObject({ ok: true });
    expect(await changes.run(ann, tool, '1.0.0', { to: 'BETA', reason: 'ours' })).toMatchObject({ ok: true });
  });

  it('is for owners and administrators of the installation', async () => {
    const small = await meeting();
    const changes = small.changes();
    for (const caller of [bob, narrowed]) {
      const answer = await changes.run(caller, tool, '1.0.0', { to: 'BETA', reason: why });
      expect(answer).toMatchObject({ ok: false, error: { code: expect.stringMatching(/forbidden|not_found/) } });
    }
    expect(await changes.run(ann, tool, '7.0.0', { to: 'BETA', reason: why })).toMatchObject({
      ok: false,
      error: { code: 'not_found', message: `${tool} has no version 7.0.0.` },
    });
    expect(await changes.show(bob, tool, '1.0.0')).toMatchObject({ ok: true, value: { next: 'BETA' } });
  });

  it('changes nothing when it is so already, and tells who comes second to look again', async () => {
    const small = await meeting({ stage: 'BETA' });
    const changes = small.changes();
    expect(await changes.run(ann, tool, '1.0.0', { to: 'BETA', reason: why })).toMatchObject({ ok: true });
    expect(small.house.actions).toEqual([]);
    const rivals = await Promise.all([1, 2].map(() => changes.run(ann, tool, '1.0.0', { to: 'SANDBOX', reason: why })));
    expect(rivals.map((it) => it.ok).sort()).toEqual([false, true]);
    expect(rivals.find((it) => !it.ok)).toMatchObject({ error: { code: 'conflict' } });
  });

  it('shows since when a version is falling', async () => {
    const small = await meeting({ stage: 'BETA', assurance: { ...unassured, identityOf: 'org-acme' } });
    await small.stages.watch(small.version().id, 500);
    const shown = await small.changes().show(ann, tool, '1.0.0');
    expect(shown).toMatchObject({ ok: true, value: { below: { since: 500, demotedAt: 500 + 7 * 86_400_000 } } });
    expect(shown.ok && shown.value.below?.floor).toBeCloseTo(0.45, 12);
  });

  it('knows a provider by any of its versions, and a new one of the namespace not', async () => {
    const small = await meeting({ stage: 'GENERAL_AVAILABILITY' });
    const identity = async () => {
      const shown = await small.changes().show(ann, tool, '1.0.0');
      return shown.ok && shown.value.requirements.find((it) => it.name === 'provider identity')?.met;
    };
    expect(await identity()).toBe(false);
    await small.publish({ name: 'acme/other' }, { id: 'other', assurance: { ...unassured, identityOf: 'org-other' } });
    expect(await identity()).toBe(false);
    await small.publish({ name: 'acme/third' }, { id: 'third', assurance: { ...unassured, identityOf: 'org-acme' } });
    expect(await identity()).toBe(true);
  });
});
