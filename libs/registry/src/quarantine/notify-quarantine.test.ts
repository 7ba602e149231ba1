import { WatchedHouse } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';

const read = { name: 'read', description: 'Reads.', inputSchema: { type: 'object' } };
const user = { organisationId: 'org-other', principalId: 'principal-eve' };
const owner = { organisationId: 'org-acme', principalId: 'principal-ann' };
const day = 24 * 60 * 60 * 1_000;

describe('tellQuarantines', () => {
  it('notifies owners and users once each, with the differences and the next step', async () => {
    const house = await WatchedHouse.open(read);
    house.users = [user, owner, user];
    house.upstream.tools = [{ ...read, description: 'Other.' }];
    await house.look();
    const [notice] = house.notices.sent;
    expect(notice).toMatchObject({
      kind: 'version.quarantined',
      subject: 'acme/orders.read@1.0.0',
      to: [owner, user],
      details: {
        tool: 'acme/orders.read',
        version: '1.0.0',
        diff: [{ path: '/description', before: 'Reads.', after: 'Other.' }],
      },
    });
    expect(notice?.text).toMatch(/^acme\/orders\.read@1\.0\.0 is quarantined: .*\. Calls are refused until/);
    expect(house.consumersAsked[0]).toEqual({
      tool: 'acme/orders.read',
      versionKeys: ['1.0.0'],
      calledSince: house.small.clock.now() - 30 * day,
    });
  });

  it('reaches later users at the next check', async () => {
    const house = await WatchedHouse.open(read);
    house.upstream.tools = [];
    await house.look();
    house.users = [user];
    await house.look();
    expect(house.notices.sent.map((it) => it.to)).toEqual([[owner], [user]]);
  });

  it('reports why it was released', async () => {
    const house = await WatchedHouse.open(read);
    house.upstream.tools = [];
    await house.look();
    house.upstream.tools = [read];
    await house.look();
    expect(house.notices.sent.at(-1)).toMatchObject({
      kind: 'version.released',
      text: 'acme/orders.read@1.0.0 may be called again: its upstream lists the definition again that it is pinned to.',
    });
  });
});
