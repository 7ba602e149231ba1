import { fail, ok } from '@assay/kernel';
import { aCaller, aServer } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import type { Connection } from './connection.js';
import { StartAuthorization } from './start-authorization.js';

const server = aServer({ mcp: { url: 'https://mcp.example/mcp' } });

function setUp(known?: Partial<Connection>) {
  const made: unknown[] = [];
  const start = new StartAuthorization({
    manage: {
      create: async (_caller, body, challenge) => {
        made.push([body.server, challenge]);
        return ok({ id: 'new' } as Connection);
      },
    },
    authorize: { begin: async (_caller, id) => ok({ url: `https://issuer.example/?for=${id}`, expiresAt: 1 }) },
    connections: { own: () => known as Connection | undefined },
  });
  return { made, start };
}

it('makes a connection with what the call was challenged with, and begins its authorization', async () => {
  const { made, start } = setUp();
  const begun = await start.run(aCaller(), server, 'Bearer resource_metadata="https://mcp.example/meta"');
  expect(begun).toEqual({ connectionId: 'new', url: 'https://issuer.example/?for=new' });
  expect(made).toEqual([['acme/orders', 'Bearer resource_metadata="https://mcp.example/meta"']]);
});

it('goes on with a connection that waits already', async () => {
  const { made, start } = setUp({ id: 'old' });
  expect(await start.run(aCaller(), server, null)).toMatchObject({ connectionId: 'old' });
  expect(made).toEqual([]);
});

it('begins nothing for a command, for nobody, or where the issuer refuses', async () => {
  const { start } = setUp();
  expect(await start.run(aCaller(), aServer({ mcp: { command: 'x', args: [] } }), null)).toBeUndefined();
  const refusing = new StartAuthorization({
    manage: { create: async () => fail('invalid_request', 'no issuer') },
    authorize: { begin: async () => fail('conflict', 'no') },
    connections: { own: () => undefined },
  });
  expect(await refusing.run(aCaller(), server, null)).toBeUndefined();
});
