import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { GapBounds, GapStore, TracedCall, UnmetRequest } from '../gaps/gap-store.js';

interface Person {
  readonly organisationId: string;
  readonly principalId: string;
}

export interface GapStoreFixture {
  readonly open: (bounds?: GapBounds) => GapStore;
  /** Two of one organisation, and one of another. */
  readonly people: readonly [Person, Person, Person];
}

export interface GapStoreCase {
  readonly name: string;
  readonly check: (fixture: GapStoreFixture) => Promise<void>;
}

export const anUnmetRequest = (parts: Partial<UnmetRequest> = {}): UnmetRequest => ({
  ...{ organisationId: randomUUID(), principalId: randomUUID(), key: 'k', text: 'fold a paper crane' },
  ...{ nearest: ['acme/paper'], at: 1_000 },
  ...parts,
});

export const aTracedCall = (parts: Partial<TracedCall> = {}): TracedCall => ({
  ...{ id: randomUUID(), organisationId: randomUUID(), principalId: randomUUID(), session: 's', tool: 'acme/a' },
  ...{ version: '1.0.0', parameters: {}, at: 1_000 },
  ...parts,
});

/** What every GapStore promises. */
export const gapStoreContract: readonly GapStoreCase[] = [
  {
    name: 'adds up equal requests of an organisation, of one caller and since a time',
    check: async ({ open, people: [one, two, other] }) => {
      const store = open();
      await store.addRequests([
        anUnmetRequest({ ...one, at: 1_000, text: 'first' }),
        anUnmetRequest({ ...two, at: 3_000, text: 'last', nearest: ['acme/b'] }),
        anUnmetRequest({ ...one, at: 2_000 }),
        anUnmetRequest({ ...two, key: 'rare', at: 9_000 }),
        anUnmetRequest({ ...other, at: 2_000 }),
      ]);
      const query = { organisationId: one.organisationId, since: 0, limit: 10 };
      const [sum, rare, ...more] = await store.requests(query);
      deepEqual(sum, {
        ...{ key: 'k', text: 'last', nearest: ['acme/b'], times: 3, callers: 2, firstAt: 1_000, lastAt: 3_000 },
      });
      deepEqual([rare?.key, more], ['rare', []]);
      const times = async (parts: object) => (await store.requests({ ...query, ...parts })).map((it) => it.times);
      deepEqual(await times({ principalId: one.principalId }), [2]);
      deepEqual(await times({ since: 2_000, limit: 1 }), [2]);
      deepEqual(await times({ organisationId: other.organisationId }), [1]);
      deepEqual(await times({ organisationId: randomUUID() }), []);
    },
  },
  {
    name: 'stores a call once, and lists the newest of an organisation in their order',
    check: async ({ open, people: [one, two, other] }) => {
      const store = open();
      const parameters = { text: { call: randomUUID(), of: 'output', path: ['value', '0'] }, other: null } as const;
      const [a, b, c] = [
        aTracedCall({ ...one, at: 1_000, parameters }),
        aTracedCall({ ...two, at: 2_000, session: null }),
        aTracedCall({ ...one, at: 3_000 }),
      ];
      await store.addCalls([c, b, a, aTracedCall({ ...other, at: 2_000 })]);
      await store.addCalls([{ ...a, tool: 'acme/changed' }]);
      const query = { organisationId: one.organisationId, since: 0, limit: 10 };
      deepEqual(await store.calls(query), [a, b, c]);
      deepEqual(await store.calls({ ...query, limit: 2 }), [b, c]);
      deepEqual(await store.calls({ ...query, principalId: one.principalId, since: 1_001 }), [c]);
    },
  },
  {
    name: 'accepts what a caller left behind who is gone, and stores the others',
    check: async ({ open, people: [one] }) => {
      const store = open();
      const gone = { organisationId: one.organisationId, principalId: randomUUID() };
      await store.addRequests([anUnmetRequest({ ...gone, key: 'gone' }), anUnmetRequest(one)]);
      await store.addCalls([aTracedCall(gone), aTracedCall(one)]);
      const query = { ...one, since: 0, limit: 10 };
      equal((await store.requests(query)).length, 1);
      equal((await store.calls(query)).length, 1);
    },
  },
  {
    name: 'forgets what is older, and trims the oldest of one caller and of an organisation',
    check: async ({ open, people: [one, two, other] }) => {
      const store = open({ perCaller: 2, perOrganisation: 3 });
      for (let at = 1; at <= 4; at += 1) {
        const people = [one, two, other];
        await store.addRequests(people.map((it) => anUnmetRequest({ ...it, key: `k${at}`, at: at * 1_000 })));
        await store.addCalls(people.map((it, place) => aTracedCall({ ...it, at: at * 1_000 + place })));
      }
      const count = async ({ organisationId }: Person) => {
        const query = { organisationId, since: 0, limit: 100 };
        const requests = (await store.requests(query)).reduce((sum, { times }) => sum + times, 0);
        return [requests, (await store.calls(query)).length];
      };
      await store.forget(2_000);
      deepEqual(
        [await count(one), await count(other)],
        [
          [6, 6],
          [3, 3],
        ],
      );
      await store.trim();
      deepEqual(
        [await count(one), await count(other)],
        [
          [3, 3],
          [2, 2],
        ],
      );
      deepEqual((await store.calls({ ...one, since: 0, limit: 9 })).at(-1)?.at, 4_000);
    },
  },
];
