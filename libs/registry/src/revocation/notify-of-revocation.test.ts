import { SmallHouse } from '@assay/gateway/testing';
import { InMemoryNotices } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import type { ConsumersQuery } from '../consumers.js';
import { aManifest, aNamespace, aRevocation, aVersion } from '../testing/builders.js';
import { notifyOfRevocation } from './notify-of-revocation.js';

const day = 86_400_000;
const to = (name: string) => ({ organisationId: 'org-acme', principalId: `principal-${name}` });

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  for (const [at, version] of ['1.0.0', '1.1.0', '2.0.0'].entries()) {
    await house.tools.publish(aVersion(aManifest({ version })), at);
  }
  await house.tools.publish(aVersion(aManifest({ name: 'acme/orders.cancel' })), 0);
  await house.feed.caughtUp();
  const notices = new InMemoryNotices();
  const asked: ConsumersQuery[] = [];
  const consumers = {
    of: async (query: ConsumersQuery) => {
      asked.push(query);
      return [to('bob'), to(query.tool)];
    },
  };
  const { catalogue, directory } = house;
  return {
    house,
    asked,
    notices,
    tell: (parts = {}) => notifyOfRevocation({ catalogue, directory, consumers, notices }, aRevocation(parts)),
  };
}

describe('tellOfRevocation', () => {
  it('notifies owners, and users of the covered versions in the last thirty days', async () => {
    const { asked, notices, tell } = await setUp();
    await tell({ range: '^1', createdAt: 40 * day });
    expect(asked).toEqual([{ tool: 'acme/orders.create', versionKeys: ['1.1.0', '1.0.0'], calledSince: 10 * day }]);
    expect(notices.sent).toEqual([
      {
        key: 'revocation revocation-orders made',
        kind: 'tool.revoked',
        subject: 'acme/orders.create',
        text: expect.stringContaining('acme/orders.create@^1 has been revoked: It loses orders.'),
        details: { revocation: 'revocation-orders', target: 'acme/orders.create@^1', reason: 'It loses orders.' },
        to: [to('ann'), to('bob'), to('acme/orders.create')],
      },
    ]);
  });

  it('notifies the members of a team that owns the namespace', async () => {
    const { house, notices, tell } = await setUp();
    await house.addPrincipal({ id: 'principal-tom', name: 'tom' });
    const team = {
      id: 'team',
      organisationId: 'org-acme',
      name: 'ops',
      members: ['principal-tom'],
      createdAt: 0,
      createdBy: null,
    };
    house.directory.apply({ kind: 'team', id: 'team', state: team });
    house.directory.apply({ kind: 'namespace', id: 'n', state: aNamespace({ owners: [], teams: ['team'] }) });
    await tell();
    expect(notices.sent[0]?.to[0]).toEqual(to('tom'));
  });

  it('names a single version, and for a namespace notifies the users of all its tools', async () => {
    const { notices, tell } = await setUp();
    await tell({ range: '=1.1.0' });
    await tell({ id: 'second', tool: null });
    expect(notices.lines).toEqual(['tool.revoked acme/orders.create@1.1.0', 'tool.revoked acme']);
    expect(notices.sent[1]?.to).toEqual([to('ann'), to('bob'), to('acme/orders.create'), to('acme/orders.cancel')]);
  });

  it('notifies of the revocation and of its lifting once each', async () => {
    const { notices, tell } = await setUp();
    for (const lifted of [null, null, { at: 1, by: null, reason: 'Fixed.' }, { at: 1, by: null, reason: 'Fixed.' }]) {
      await tell({ lifted });
    }
    expect(notices.lines).toEqual(['tool.revoked acme/orders.create', 'tool.reinstated acme/orders.create']);
    expect(notices.sent[1]).toMatchObject({
      text: expect.stringContaining('The revocation of acme/orders.create has been lifted: Fixed.'),
      details: { reason: 'Fixed.' },
    });
  });

  it('sends nothing when there are no owners or users', async () => {
    const { notices, tell } = await setUp();
    await tell({ namespace: 'gone' });
    expect(notices.sent).toEqual([]);
  });
});
