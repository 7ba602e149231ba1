import { SmallHouse } from '@assay/gateway/testing';
import { confirmedBy, type Server } from '@assay/registry';
import { aNamespace, aServer } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { commandProblem, mayStartCommand } from './may-start-command.js';

const mcp = { command: 'node', args: ['server.js'], env: { TOKEN: 'secret' } };
const confirmation = confirmedBy('principal-ann', 1, mcp);
const record = (parts: Partial<Server> = {}) => aServer({ mcp, confirmation, ...parts });

async function setUp(parts: Partial<Server> = {}) {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.identities.addNamespace(aNamespace({ name: 'foreign', organisationId: 'org-other' }));
  await house.tools.addServer(record(parts));
  await house.feed.caughtUp();
  return house;
}

describe('mayStartCommand', () => {
  it("starts a confirmed command, regardless of the confirming person's current scopes", async () => {
    const house = await setUp();
    expect(mayStartCommand(record(), house)).toMatchObject({ ok: true });
  });

  it('starts it with the variables of a caller’s credential added', async () => {
    const house = await setUp();
    const carried = record({ mcp: { ...mcp, env: { TOKEN: 'of the caller', KEY: 'more' } } });
    expect(mayStartCommand(carried, house)).toMatchObject({ ok: true });
  });

  it.each<[string, Partial<Server>]>([
    ['nobody confirmed', { confirmation: null }],
    ['was confirmed with other arguments', { confirmation: confirmedBy('principal-ann', 1, { ...mcp, args: [] }) }],
    [
      'was confirmed with another environment',
      { confirmation: confirmedBy('principal-ann', 1, { ...mcp, env: { TOKEN: 'other' } }) },
    ],
    ['is marked by the upgrade alone', { confirmation: { by: null, at: 1, digest: null } }],
  ])('does not start a command that %s', async (_, parts) => {
    const house = await setUp(parts);
    expect(mayStartCommand(record(), house)).toMatchObject({
      error: {
        code: 'command_forbidden',
        message: expect.stringContaining('assay servers confirm acme/orders'),
        outcome: 'none',
      },
    });
  });

  it('does not start a command of another organisation’s namespace, even if confirmed', async () => {
    const foreign = { namespace: 'foreign', organisationId: 'org-other' };
    const house = await setUp(foreign);
    expect(mayStartCommand(record(foreign), house)).toMatchObject({
      error: { code: 'command_forbidden', message: expect.stringContaining('"default"') },
    });
  });

  it('does not start one whose namespace was transferred to another organisation', async () => {
    const house = await setUp({ namespace: 'foreign' });
    expect(mayStartCommand(record({ namespace: 'foreign' }), house)).toMatchObject({ ok: false });
  });

  it('does not start what differs from the record', async () => {
    const house = await setUp();
    const changed = record({ mcp: { ...mcp, args: ['other.js'] } });
    expect(mayStartCommand(changed, house)).toMatchObject({ error: { message: expect.stringContaining('changed') } });
  });

  it('judges a draft by itself, and ignores addresses', async () => {
    const house = await setUp();
    expect(mayStartCommand(record({ id: 'draft' }), house)).toMatchObject({ ok: true });
    expect(mayStartCommand(record({ id: 'draft', confirmation: null }), house)).toMatchObject({ ok: false });
    const remote = aServer({ confirmation: null });
    expect(mayStartCommand(remote, house)).toMatchObject({ ok: true });
    expect(commandProblem(remote, house.directory)).toBeUndefined();
  });
});
