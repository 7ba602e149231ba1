import { FakeClock } from '@assay/kernel/testing';
import { aCaller, aNotice, aPrincipal, inMemoryNoticeStores } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anonymousCaller } from '../anonymous.js';
import { ReadNotifications } from './read-notifications.js';

const ann = aPrincipal();
const page = { unread: false, after: null, limit: 10 };

async function reportOf() {
  const clock = new FakeClock();
  const { notices, notifications } = inMemoryNoticeStores(clock);
  await notices.send([aNotice([ann]), aNotice([ann, aPrincipal({ id: '00000000-0000-7000-8000-0000000000b0' })])]);
  return { clock, reading: new ReadNotifications(notifications, clock) };
}

describe('reading notifications', () => {
  it('lists one’s own, and marks them as read individually or all together', async () => {
    const { clock, reading } = await reportOf();
    const listed = await reading.list(aCaller(), page);
    if (!listed.ok) throw new Error(listed.error.message);
    expect(listed.value).toHaveLength(2);
    const id = listed.value[0]?.id as string;
    expect(await reading.read(aCaller(), id)).toMatchObject({ ok: true, value: { id, readAt: clock.now() } });
    expect(await reading.readAll(aCaller())).toEqual({ ok: true, value: 1 });
    expect(await reading.list(aCaller(), { ...page, unread: true })).toEqual({ ok: true, value: [] });
  });

  it('does not find those of others, and nothing for anonymous callers', async () => {
    const { reading } = await reportOf();
    const other = aCaller({ id: 'principal-eve' });
    expect(await reading.list(other, page)).toEqual({ ok: true, value: [] });
    for (const id of ['nonsense', '00000000-0000-7000-8000-000000000000'])
      expect(await reading.read(other, id)).toMatchObject({ ok: false, error: { code: 'not_found' } });
    const anonymous = anonymousCaller(true);
    const refused = { ok: false, error: { code: 'unauthenticated' } };
    expect(await reading.list(anonymous, page)).toMatchObject(refused);
    expect(await reading.read(anonymous, 'x')).toMatchObject(refused);
    expect(await reading.readAll(anonymous)).toMatchObject(refused);
  });
});
