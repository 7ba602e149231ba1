import { SmallHouse } from '@assay/gateway/testing';
import { commandDigest } from '@assay/registry';
import { aNamespace, aServer } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { adoptCommands } from './adopt-commands.js';
import { mayStartCommand } from './may-start-command.js';

const mcp = { command: 'serve', args: ['/data'], env: { TOKEN: 'secret' } };
const marked = { by: null, at: 7, digest: null };

it('completes the records marked by the upgrade once, and lists those that will not start', async () => {
  const house = await SmallHouse.open();
  house.machine.has('folder', '/data');
  await house.identities.addNamespace(aNamespace());
  await house.identities.addNamespace(aNamespace({ name: 'foreign', organisationId: 'org-other' }));
  await house.tools.addServer(aServer({ mcp, confirmation: marked }));
  await house.tools.addServer(aServer({ id: 'server-open', name: 'open', mcp }));
  await house.tools.addServer(aServer({ id: 'server-web', name: 'web' }));
  await house.tools.addServer(aServer({ id: 'server-far', namespace: 'foreign', organisationId: 'org-other', mcp }));
  await house.feed.caughtUp();
  const problems = await adoptCommands(house.cataloguePorts);
  expect(problems.map((it) => it.name).sort()).toEqual(['acme/open', 'foreign/orders']);
  const adopted = house.catalogue.server('acme/orders');
  expect(adopted).toMatchObject({
    confirmation: { by: null, at: 7, digest: commandDigest(mcp) },
    isolation: { network: 'egress', folders: [{ path: '/data', mode: 'rw' }] },
    updatedAt: 1,
  });
  expect(adopted && mayStartCommand(adopted, house)).toMatchObject({ ok: true });
  expect(house.catalogue.server('acme/open')).toMatchObject({ confirmation: null });
  expect(house.catalogue.server('acme/web')).toMatchObject({ isolation: null, updatedAt: 0 });
  await adoptCommands(house.cataloguePorts);
  expect(house.catalogue.server('acme/orders')).toBe(adopted);
});
