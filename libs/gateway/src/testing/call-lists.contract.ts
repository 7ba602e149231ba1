import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type CallLists, type CallQuery, type ListedCall, unrecordedAt } from '../calls/list-calls.js';
import type { Closing } from '../escalation/ticket.js';
import { aListedCall } from './in-memory-call-lists.js';

export interface CallListsFixture {
  readonly lists: CallLists;
  readonly organisationId: string;
  readonly principalId: string;
  /** Records a call, durably. */
  readonly record: (call: ListedCall, organisationId: string) => Promise<void>;
  /** Has a call of the principal accepted that is not recorded. */
  readonly accept: (call: ListedCall) => Promise<void>;
  /** Closes the ticket of an escalated call of the principal. */
  readonly close: (id: string, status: Closing['status']) => Promise<void>;
}

export interface CallListsContractCase {
  readonly name: string;
  readonly check: (fixture: CallListsFixture) => Promise<void>;
}

const page = { after: null, limit: 10 };

/** Ids of calls in the order of a list; each call is one ms later than the one before it. */
async function setUp({ lists, record, organisationId, principalId }: CallListsFixture) {
  let at = 1_000;
  const add = async (parts: Partial<ListedCall> = {}, organisation = organisationId): Promise<string> => {
    at += 1;
    const call = aListedCall({ id: randomUUID(), principalId, ...parts, at });
    await record(call, organisation);
    return call.id;
  };
  const ids = async (query: Partial<CallQuery> & { readonly principalId?: string } = {}) =>
    (await lists.list({ ...page, organisationId, ...query })).map(({ id }) => id);
  return { add, ids };
}

/** What every CallLists promises. */
export const callListsContract: readonly CallListsContractCase[] = [
  {
    name: 'calls of an organisation, or of one principal in it, are listed newest first',
    check: async (fixture) => {
      const { add, ids } = await setUp(fixture);
      const other = randomUUID();
      const [one, two, three] = [await add(), await add({ principalId: other }), await add()];
      await add({}, randomUUID());
      deepEqual(await ids(), [three, two, one]);
      deepEqual(await ids({ principalId: fixture.principalId }), [three, one]);
      deepEqual(await ids({ principalId: other }), [two]);
      deepEqual(await ids({ principalId: randomUUID() }), []);
    },
  },
  {
    name: 'a call is listed with all that was recorded of it, and once, as it was recorded last',
    check: async (fixture) => {
      const { lists, record, organisationId, principalId } = fixture;
      const id = randomUUID();
      const waiting = aListedCall({ id, principalId, at: 1_000, status: 'scheduled', notBefore: 5_000, ms: null });
      const failed = { version: null, code: 'not_found', status: 'failed', session: 'trip', costUsd: 0.25 } as const;
      const ended = aListedCall({ ...waiting, ...failed, at: 6_000, ms: 3.25, isCached: true });
      await record(waiting, organisationId);
      deepEqual(await lists.list({ ...page, organisationId }), [waiting]);
      await record(ended, organisationId);
      deepEqual(await lists.list({ ...page, organisationId }), [ended]);
      deepEqual(await lists.list({ ...page, organisationId, status: 'scheduled' }), []);
    },
  },
  {
    name: 'lists are narrowed by tool, version, status, session and time',
    check: async (fixture) => {
      const { add, ids } = await setUp(fixture);
      const plain = await add();
      const tool = await add({ tool: 'acme/orders.create', version: '2.0.0' });
      const denied = await add({ status: 'denied', code: 'denied' });
      const session = await add({ session: 'trip' });
      deepEqual(await ids({ tool: 'acme/orders.create' }), [tool]);
      deepEqual(await ids({ tool: 'acme/orders.create', version: '1.0.0' }), []);
      deepEqual(await ids({ tool: 'acme/orders.create', version: '2.0.0', status: 'succeeded' }), [tool]);
      deepEqual(await ids({ status: 'denied' }), [denied]);
      deepEqual(await ids({ session: 'trip', principalId: fixture.principalId }), [session]);
      deepEqual(await ids({ since: 1_003 }), [session, denied]);
      deepEqual(await ids({ status: 'succeeded' }), [session, tool, plain]);
    },
  },
  {
    name: 'a list goes on after a position, also among calls of one millisecond',
    check: async ({ lists, record, organisationId, principalId }) => {
      const calls = [1_000, 2_000, 2_000, 2_000, 3_000].map((at) => aListedCall({ id: randomUUID(), principalId, at }));
      for (const call of calls) await record(call, organisationId);
      const seen: string[] = [];
      for (let after: CallQuery['after'] = null; ; ) {
        const [next] = await lists.list({ after, limit: 1, organisationId });
        if (next === undefined) break;
        seen.push(next.id);
        after = { at: next.at, id: next.id };
      }
      deepEqual([...seen].sort(), calls.map(({ id }) => id).sort());
      deepEqual([seen[0], seen[4]], [calls[4]?.id, calls[0]?.id]);
    },
  },
  {
    name: 'an escalated call is listed as its ticket ended, where it was',
    check: async (fixture) => {
      const { lists, close, organisationId } = fixture;
      const { add, ids } = await setUp(fixture);
      const escalated = { status: 'escalated', code: 'nothing_available' } as const;
      const [waiting, answered, refused] = [await add(escalated), await add(escalated), await add(escalated)];
      const expired = await add(escalated);
      const plain = await add();
      await close(answered, 'resolved');
      await close(refused, 'refused');
      await close(expired, 'expired');
      const listed = await lists.list({ ...page, organisationId });
      deepEqual(
        listed.map(({ id, status, code }) => [id, status, code]),
        [
          [plain, 'succeeded', null],
          [expired, 'failed', 'nothing_available'],
          [refused, 'denied', 'denied'],
          [answered, 'succeeded', null],
          [waiting, 'escalated', 'nothing_available'],
        ],
      );
      deepEqual(await ids({ status: 'escalated' }), [waiting]);
      deepEqual(await ids({ status: 'succeeded' }), [plain, answered]);
      deepEqual(await ids({ status: 'failed' }), [expired]);
      deepEqual(await ids({ status: 'denied', principalId: fixture.principalId }), [refused]);
      const [first] = await lists.list({ after: null, limit: 1, organisationId, status: 'succeeded' });
      const after = { at: first?.at ?? 0, id: first?.id ?? '' };
      deepEqual(await ids({ status: 'succeeded', after, limit: 1 }), [answered]);
      deepEqual(await ids({ status: 'succeeded', since: 1_005 }), [plain]);
    },
  },
  {
    name: 'an accepted call that has no record comes first, as running, on the first page',
    check: async (fixture) => {
      const { lists, accept, organisationId, principalId } = fixture;
      const { add, ids } = await setUp(fixture);
      const recorded = await add();
      const running = aListedCall({
        id: randomUUID(),
        principalId,
        at: 10_000,
        startedAt: 10_000,
        version: null,
        ms: null,
      });
      await accept({ ...running, status: 'running', costUsd: null });
      deepEqual(await ids(), [running.id, recorded]);
      deepEqual(await ids({ status: 'running', tool: running.tool }), [running.id]);
      deepEqual(await ids({ status: 'succeeded' }), [recorded]);
      deepEqual(await ids({ tool: 'acme/orders.create' }), []);
      deepEqual(await ids({ principalId: randomUUID() }), []);
      deepEqual(await ids({ session: 'trip' }), []);
      deepEqual(await ids({ after: { at: 2_000, id: running.id } }), [recorded]);
      const [shown] = await lists.list({ ...page, organisationId, status: 'running' });
      deepEqual(shown, { ...running, at: unrecordedAt, status: 'running', costUsd: null });
      deepEqual(await ids({ limit: 1 }), [running.id]);
      deepEqual(await ids({ after: { at: unrecordedAt, id: running.id } }), [recorded]);
      deepEqual(await ids({ since: 5_000 }), [running.id]);
      deepEqual(await ids({ since: 10_001 }), []);
    },
  },
];
