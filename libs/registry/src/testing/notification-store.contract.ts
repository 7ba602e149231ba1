import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { NotificationQuery, Principal } from '@assay/identity';
import { dayMs } from '@assay/kernel';
import { aNotice, type NoticeContractCase, withReaders } from './notice-samples.js';

const all = (principalId: string, parts: Partial<NotificationQuery> = {}): NotificationQuery => ({
  principalId,
  namespaces: null,
  unread: false,
  after: null,
  limit: 50,
  ...parts,
});

const own = ({ id }: Principal, namespaces: readonly string[] | null = null) => ({ principalId: id, namespaces });

/** What Notices and every NotificationStore promise together. */
export const notificationStoreContract: readonly NoticeContractCase[] = [
  {
    name: 'a notice reaches each of its recipients, whole, and nobody else',
    check: async (fixture) => {
      const { notices, notifications, clock, ann, bob, eve } = await withReaders(fixture);
      const notice = aNotice([ann, eve, ann]);
      await notices.send([notice]);
      const [reports, ...more] = await notifications.list(all(ann.id));
      const { kind, subject, text, details } = notice;
      const { id, ...rest } = reports ?? { id: '' };
      const { id: principalId, organisationId } = ann;
      deepEqual(rest, {
        principalId,
        organisationId,
        kind,
        subject,
        text,
        details,
        createdAt: clock.now(),
        readAt: null,
      });
      equal(id.length, 36);
      deepEqual([more, await notifications.list(all(bob.id))], [[], []]);
      equal((await notifications.list(all(eve.id))).length, 1);
    },
  },
  {
    name: 'a key reaches a principal once, however often and at once it is sent',
    check: async (fixture) => {
      const { notices, notifications, ann, bob } = await withReaders(fixture);
      const first = aNotice([ann]);
      await Promise.all([1, 2, 3].map(() => notices.send([first, { ...first, to: [] }])));
      await notices.send([{ ...first, ...aNotice([ann, bob], { key: first.key, text: 'Another text.' }) }]);
      deepEqual(
        (await notifications.list(all(ann.id))).map(({ text }) => text),
        [first.text],
      );
      equal((await notifications.list(all(bob.id))).length, 1);
    },
  },
  {
    name: 'what a database cannot keep does not hold a notice up',
    check: async (fixture) => {
      const { notices, notifications, ann } = await withReaders(fixture);
      await notices.send([]);
      await notices.send([aNotice([ann], { text: 'a\u0000b' })]);
      equal((await notifications.list(all(ann.id)))[0]?.text, 'a\ufffdb');
    },
  },
  {
    name: 'a list is newest first and pages without repeating or losing rows of one moment',
    check: async (fixture) => {
      const { notices, notifications, clock, ann } = await withReaders(fixture);
      for (const subject of ['a', 'b', 'c', 'd', 'e']) {
        await notices.send([aNotice([ann], { subject: `${subject}/x` })]);
        if (subject === 'c') clock.advance(1);
      }
      const whole = await notifications.list(all(ann.id));
      deepEqual(
        whole
          .slice(0, 2)
          .map(({ subject }) => subject[0])
          .toSorted(),
        ['d', 'e'],
      );
      const paged: string[] = [];
      for (let after: NotificationQuery['after'] = null; ; ) {
        const [row] = await notifications.list(all(ann.id, { limit: 1, after }));
        if (row === undefined) break;
        paged.push(row.id);
        after = { at: row.createdAt, id: row.id };
      }
      deepEqual(
        paged,
        whole.map(({ id }) => id),
      );
    },
  },
  {
    name: 'reading is one’s own to do, keeps the first time, and empties the unread list',
    check: async (fixture) => {
      const { notices, notifications, clock, ann, bob } = await withReaders(fixture);
      await notices.send([aNotice([ann]), aNotice([ann]), aNotice([bob])]);
      const [first] = await notifications.list(all(ann.id));
      const id = first?.id ?? '';
      equal(await notifications.markRead(own(bob), id, clock.now()), undefined);
      equal(await notifications.markRead(own(ann), randomUUID(), clock.now()), undefined);
      deepEqual(await notifications.markRead(own(ann), id, 5), { ...first, readAt: 5 });
      equal((await notifications.markRead(own(ann), id, 7))?.readAt, 5);
      equal((await notifications.list(all(ann.id, { unread: true }))).length, 1);
      equal(await notifications.markAllRead(own(ann), clock.now()), 1);
      deepEqual(await notifications.list(all(ann.id, { unread: true })), []);
      equal((await notifications.list(all(bob.id, { unread: true }))).length, 1);
    },
  },
  {
    name: 'a narrowed credential reads what is about its namespaces only',
    check: async (fixture) => {
      const { notices, notifications, ann } = await withReaders(fixture);
      for (const subject of ['acme', 'acme/x@1.0.0', 'acme.eu/x', 'globex/x'])
        await notices.send([aNotice([ann], { subject })]);
      const narrow = all(ann.id, { namespaces: ['acme'] });
      deepEqual((await notifications.list(narrow)).map(({ subject }) => subject).toSorted(), ['acme', 'acme/x@1.0.0']);
      deepEqual(await notifications.list(all(ann.id, { namespaces: [] })), []);
      const foreign = (await notifications.list(all(ann.id))).find(({ subject }) => subject === 'globex/x');
      equal(await notifications.markRead(own(ann, ['acme']), foreign?.id ?? '', 5), undefined);
      equal(await notifications.markAllRead(own(ann, ['acme']), 5), 2);
      equal((await notifications.list(all(ann.id, { unread: true }))).length, 2);
    },
  },
  {
    name: 'pruning takes what is old and read',
    check: async (fixture) => {
      const { notices, notifications, clock, ann } = await withReaders(fixture);
      await notices.send([aNotice([ann], { subject: 'old/read' })]);
      await notifications.markAllRead(own(ann), clock.now());
      await notices.send([aNotice([ann], { subject: 'old/unread' })]);
      clock.advance(dayMs);
      const before = clock.now();
      await notices.send([aNotice([ann], { subject: 'new/read' })]);
      const [newest] = await notifications.list(all(ann.id));
      await notifications.markRead(own(ann), newest?.id ?? '', clock.now());
      equal(await notifications.prune(before), 1);
      deepEqual(
        (await notifications.list(all(ann.id))).map(({ subject }) => subject),
        ['new/read', 'old/unread'],
      );
    },
  },
];
