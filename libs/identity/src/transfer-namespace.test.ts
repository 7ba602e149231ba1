import { SmallHouse } from '@assay/gateway/testing';
import { commandMoves } from '@assay/importing';
import { InMemoryNotices } from '@assay/kernel/testing';
import { aCaller, aNamespace, aServer } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { seesNamespace } from './ownership.js';
import { TransferNamespace } from './transfer-namespace.js';

const ann = aCaller();
const root = aCaller({ id: 'principal-root', name: 'root' }, ['admin']);
const rex = { id: 'principal-rex', name: 'rex', organisationId: 'org-other' };
const receiver = aCaller(rex, ['admin']);
const clerk = aCaller({ ...rex, id: 'principal-clerk', name: 'clerk' });

async function setUp() {
  const house = await SmallHouse.open();
  for (const parts of [rex, { id: 'principal-root', name: 'root' }]) await house.addPrincipal(parts);
  await house.identities.addNamespace(
    aNamespace({ visibility: 'private', proven: { method: 'dns', domain: 'a.b', at: 0 } }),
  );
  await house.tools.addServer(aServer({ mcp: { url: 'http://up.example/', headers: { authorization: 'secret' } } }));
  await house.feed.caughtUp();
  const notices = new InMemoryNotices();
  const transfers = new TransferNamespace({
    ...house.identityPorts,
    ownership: house.ownership,
    notices,
    commandMoves: commandMoves(house.cataloguePorts),
  });
  const shown = () => house.directory.namespace('acme') ?? aNamespace();
  return { house, notices, transfers, shown };
}
const toOther = { organisation: 'other' };

describe('TransferNamespace', () => {
  it('keeps commands in the installation’s own organisation: at the offer, immediately and on acceptance', async () => {
    const { house, transfers, shown } = await setUp();
    const refused = { error: { code: 'command_forbidden', message: expect.stringContaining('acme/local') } };
    await transfers.offer(ann, 'acme', toOther);
    await house.tools.addServer(aServer({ id: 'server-local', name: 'local', mcp: { command: 'node' } }));
    await house.feed.caughtUp();
    expect(await transfers.accept(receiver, 'acme')).toMatchObject(refused);
    expect(await transfers.offer(ann, 'acme', toOther)).toMatchObject(refused);
    expect(await transfers.offer(root, 'acme', { ...toOther, owner: 'rex' })).toMatchObject(refused);
    expect(shown().organisationId).toBe('org-acme');
  });

  it('waits until an administrator of the receiver accepts, who then owns it', async () => {
    const { house, notices, transfers, shown } = await setUp();
    const offered = await transfers.offer(ann, 'acme', toOther);
    expect(offered).toMatchObject({ value: { done: false, warnings: [expect.stringContaining('"other"')] } });
    expect([shown().organisationId, seesNamespace(receiver, shown())]).toEqual(['org-acme', true]);
    expect(seesNamespace(clerk, shown())).toBe(false);
    expect(await transfers.accept(clerk, 'acme')).toMatchObject({ error: { code: 'forbidden' } });
    expect(await transfers.accept(root, 'acme')).toMatchObject({ error: { code: 'not_found' } });
    const accepted = await transfers.accept(receiver, 'acme');
    expect(accepted).toMatchObject({
      value: {
        done: true,
        namespace: { organisationId: 'org-other', owners: [rex.id], proven: null, transfer: null },
        warnings: [expect.stringContaining('acme/orders'), expect.stringContaining('a.b')],
      },
    });
    expect(house.catalogue.server('acme/orders')).toMatchObject({ mcp: { url: 'http://up.example/' } });
    expect(house.catalogue.server('acme/orders')?.mcp).not.toHaveProperty('headers');
    expect(notices.sent).toMatchObject([
      { kind: 'namespace.transferred', to: [{ principalId: 'principal-ann' }, { principalId: rex.id }] },
    ]);
    const both = house.audit.records.filter((it) => it.action === 'namespace.transfer').map((it) => it.organisationId);
    expect(both.sort()).toEqual(['org-acme', 'org-other']);
  });

  it('hands it over to the principal that the offer names', async () => {
    const { transfers, shown } = await setUp();
    await transfers.offer(ann, 'acme', { ...toOther, owner: 'rex' });
    const other = aCaller({ ...rex, id: 'principal-mia' }, ['admin']);
    expect((await transfers.accept(other, 'acme')).ok).toBe(true);
    expect(shown().owners).toEqual([rex.id]);
  });

  it('can be withdrawn by owners and declined by the receiver', async () => {
    const { house, transfers, shown } = await setUp();
    expect(await transfers.withdraw(ann, 'acme')).toMatchObject({ error: { code: 'conflict' } });
    await transfers.offer(ann, 'acme', toOther);
    expect(await transfers.withdraw(clerk, 'acme')).toMatchObject({ error: { code: 'forbidden' } });
    expect((await transfers.withdraw(ann, 'acme')).ok).toBe(true);
    expect(await transfers.accept(receiver, 'acme')).toMatchObject({ error: { code: 'not_found' } });
    await transfers.offer(ann, 'acme', toOther);
    expect((await transfers.withdraw(receiver, 'acme')).ok).toBe(true);
    expect(shown().transfer).toBeNull();
    expect(house.actions.filter((it) => it === 'namespace.decline acme')).toHaveLength(2);
  });

  it('is immediate for administrators of the installation, who name the owner', async () => {
    const { transfers, shown } = await setUp();
    const unnamed = await transfers.offer(root, 'acme', toOther);
    expect(unnamed).toMatchObject({ error: { code: 'invalid_request', issues: [{ path: '/owner' }] } });
    const done = await transfers.offer(root, 'acme', { ...toOther, owner: 'rex' });
    expect(done).toMatchObject({ value: { done: true } });
    expect(shown().organisationId).toBe('org-other');
    expect((await transfers.offer(root, 'acme', { organisation: 'default', owner: 'ann' })).ok).toBe(true);
  });

  it.each([
    ['a stranger', clerk, 'acme', toOther, 'namespace_forbidden'],
    ['nobody’s namespace', ann, 'nowhere', toOther, 'namespace_forbidden'],
    ['an organisation that is not there', ann, 'acme', { organisation: 'none' }, 'not_found'],
    ['an owner who is not there, at once', root, 'acme', { ...toOther, owner: 'ann' }, 'not_found'],
    ['its own organisation', ann, 'acme', { organisation: 'default' }, 'conflict'],
  ])('refuses %s', async (_, caller, name, body, code) => {
    const { house, transfers, shown } = await setUp();
    expect(await transfers.offer(caller, name, body)).toMatchObject({ error: { code } });
    expect([shown().transfer, house.actions]).toEqual([null, []]);
  });

  it('does not reveal to an owner who belongs to the other organisation', async () => {
    const { transfers, shown } = await setUp();
    const answers = [];
    for (const owner of ['nobody', 'rex']) {
      const offered = await transfers.offer(ann, 'acme', { ...toOther, owner });
      answers.push(offered.ok && offered.value.warnings.map((it) => it.replace(owner, 'X')));
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(shown().transfer?.ownerId).toEqual(expect.any(String));
  });
});
