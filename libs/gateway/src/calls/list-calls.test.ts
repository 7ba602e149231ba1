import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aListedCall, InMemoryCallLists } from '../testing/in-memory-call-lists.js';
import { ListCalls } from './list-calls.js';

const page = { after: null, limit: 10 };

function setUp(runningIds: readonly string[] = []) {
  const lists = new InMemoryCallLists();
  const calls = new ListCalls({ lists, running: { has: (id) => runningIds.includes(id) } });
  lists.record(aListedCall({ id: 'own', principalId: 'principal-ann' }), 'org-acme');
  lists.record(aListedCall({ id: 'other', principalId: 'principal-bob', status: 'scheduled', at: 2_000 }), 'org-acme');
  lists.record(aListedCall({ id: 'foreign', principalId: 'principal-eve' }), 'org-other');
  return async (caller: ReturnType<typeof aCaller>) =>
    (await calls.run(caller, page)).map(({ id, status }) => `${id} ${status}`);
}

describe('ListCalls', () => {
  it('shows callers their own calls, and administrators those of their organisation', async () => {
    const idsFor = setUp();
    expect(await idsFor(aCaller())).toEqual(['own succeeded']);
    expect(await idsFor(aCaller({}, ['admin']))).toEqual(['other scheduled', 'own succeeded']);
    expect(await idsFor({ ...aCaller(), principalId: null })).toEqual([]);
  });

  it('shows a call that waited as running once it goes on', async () => {
    expect(await setUp(['other', 'own'])(aCaller({}, ['admin']))).toEqual(['other running', 'own succeeded']);
  });
});
