import type { ConnectionView } from '@assay/contracts';
import { stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';
import { type AskedClient, connectClient } from './mcp-servers.js';

let house: House;
const open: AskedClient[] = [];

beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', { ...stdioUpstream(), env: { API_TOKEN: '' } }, 'local');
  // In a sandbox every process has the same number: outside of one they differ.
  await house.admin.patch('/v1/servers/acme/local', { stateless: true, isolation: 'off' });
});
afterAll(async () => {
  await Promise.all(open.map(({ client }) => client.close()));
  await house.stop();
});

/** Somebody who is connected with a secret of their own, or not at all, in a session with the server as a whole. */
async function session(name: string, secret?: string) {
  const key = await house.key(name);
  const credential = { kind: 'apiKey', in: 'env', name: 'API_TOKEN', value: secret };
  const connection =
    secret === undefined
      ? undefined
      : await house.client(key).post<ConnectionView>('/v1/connections', { server: 'acme/local', credential });
  const connected = await connectClient(`${house.url}/mcp/servers/acme/local`, '2025-11-25', key);
  open.push(connected);
  const whoami = async () => {
    const { structuredContent } = await connected.client.callTool({ name: 'whoami', arguments: {} });
    const { pid, env } = structuredContent as { pid: number; env: { API_TOKEN?: string } };
    return { pid, token: env.API_TOKEN };
  };
  return { whoami, connection: connection?.body.id, as: house.client(key), client: connected.client };
}

it('a session with a server carries the caller’s own credential, which no other session of a stateless server has', async () => {
  const carl = await session('carl', 'planted-of-carl-0123');
  const dora = await session('dora', 'planted-of-dora-0123');
  const [emil, fred] = [await session('emil'), await session('fred')];
  const [ofCarl, ofDora, ofEmil, ofFred] = [
    await carl.whoami(),
    await dora.whoami(),
    await emil.whoami(),
    await fred.whoami(),
  ];
  // What the tool shows of its environment is hidden; that there is something shows it was carried.
  expect([ofCarl.token, ofDora.token, ofEmil.token, ofFred.token]).toEqual(['[hidden]', '[hidden]', '', '']);
  expect(ofEmil.pid).toBe(ofFred.pid);
  expect(new Set([ofCarl.pid, ofDora.pid, ofEmil.pid]).size).toBe(3);

  // Who takes a credential back has it used by nothing any more.
  expect((await carl.as.delete(`/v1/connections/${carl.connection}`)).status).toBe(204);
  await eventually(
    () =>
      carl.client.listTools().then(
        () => undefined,
        () => true,
      ),
    'the session ended',
  );
  expect(await dora.whoami()).toEqual(ofDora);
});
