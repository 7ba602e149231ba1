import { roles } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { aCaller, aServer } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { commandMoves } from './command-moves.js';

it('allows namespaces without commands to move anywhere, and others only where commands are allowed', async () => {
  const house = await SmallHouse.open();
  const moves = commandMoves(house.cataloguePorts);
  const root = aCaller({}, roles.administrator);
  await house.tools.addServer(aServer());
  await house.feed.caughtUp();
  expect(moves(aCaller(), 'acme', 'org-other')).toBeUndefined();
  await house.tools.addServer(aServer({ id: 'server-local', name: 'local', mcp: { command: 'node' } }));
  await house.feed.caughtUp();
  expect(moves(root, 'acme', 'org-other')).toMatchObject({
    code: 'command_forbidden',
    message: expect.stringContaining('(acme/local)'),
  });
  expect(moves(root, 'acme', 'org-acme')).toBeUndefined();
  expect(moves(aCaller(), 'acme', 'org-acme')).toMatchObject({ code: 'forbidden' });
  const tenant = aCaller({ id: 'principal-eve', organisationId: 'org-other' }, roles.administrator);
  expect(moves(tenant, 'acme', 'org-acme')).toMatchObject({ code: 'command_forbidden' });
});
