import { callerOf } from '@assay/identity';
import { describe, expect, it } from '@jest/globals';
import { requestView } from './request-view.js';

const person = callerOf({ id: 'p', organisationId: 'o', kind: 'user', name: 'ann', createdAt: 0 }, [], null);
const request = {
  id: 'one',
  client: { id: 'https://editor.example/client.json', name: 'Editor', uri: null, isDocument: true },
  redirect: { host: 'editor.example', isLocal: false },
  resource: 'https://assay.example/mcp/servers/acme/shop',
  scopes: ['tools:call', 'admin', 'orders:write'],
  expiresAt: Date.UTC(2026, 11, 11),
};
const view = (parts: object = {}) =>
  requestView({
    request: { ...request, ...parts },
    person,
    grantable: ['tools:call', 'orders:write'],
    namespaces: ['acme'],
  });

describe('what the consent page shows', () => {
  it('names the client by its host, what it is for, and what cannot be passed on', () => {
    expect(view()).toMatchObject({
      client: { name: 'Editor', host: 'editor.example' },
      resource: { kind: 'server', name: 'acme/shop' },
      scopes: [
        { name: 'tools:call', isGrantable: true },
        { name: 'admin', isGrantable: false },
        { name: 'orders:write', isGrantable: true, description: 'A scope that tools ask for' },
      ],
      namespaces: ['acme'],
      person: 'ann',
      warnings: [],
    });
  });

  it('warns about a client that registered itself, and about a program on the machine', () => {
    const client = { id: 'client_1', name: 'Editor', uri: null, isDocument: false };
    const redirect = { host: 'localhost:33418', isLocal: true };
    const { warnings, client: shown } = view({ client, redirect });
    expect(shown.host).toBeNull();
    expect(warnings).toEqual([expect.stringMatching(/registered itself/), expect.stringContaining('localhost:33418')]);
  });

  it.each([
    ['https://assay.example/mcp', { kind: 'gateway', name: null }],
    ['https://assay.example/mcp/toolsets/my%20desk', { kind: 'toolset', name: 'my desk' }],
  ])('of %s', (resource, expected) => expect(view({ resource }).resource).toMatchObject(expected));
});
