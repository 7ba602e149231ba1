import { roles } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { aCaller, aNamespace, aServer } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { reportCommands } from './report-commands.js';

it('shows owners their own commands, and who runs the installation all of them', async () => {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  const eve = { id: 'principal-eve', organisationId: 'org-other' };
  await house.identities.addNamespace(aNamespace({ name: 'foreign', organisationId: 'org-other', owners: [eve.id] }));
  const mcp = { command: 'node' };
  await house.tools.addServer(aServer());
  await house.tools.addServer(aServer({ id: 'server-b', name: 'local', mcp }));
  await house.tools.addServer(aServer({ id: 'server-a', namespace: 'foreign', organisationId: 'org-other', mcp }));
  await house.feed.caughtUp();
  const lines = (caller: ReturnType<typeof aCaller>) =>
    reportCommands(caller, house).map(
      ({ server, organisation }) => `${server.namespace}/${server.name} ${organisation}`,
    );
  expect(lines(aCaller({}, roles.administrator))).toEqual(['acme/local default', 'foreign/orders other']);
  expect(lines(aCaller())).toEqual(['acme/local default']);
  expect(lines(aCaller(eve, roles.administrator))).toEqual(['foreign/orders other']);
  expect(reportCommands(aCaller(), house)[0]?.problem).toContain('hosts:command');
});
