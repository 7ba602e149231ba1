import type { Server } from '@assay/registry';
import { describe, expect, it } from '@jest/globals';
import { carryCredential } from './carry-credential.js';
import type { Credential } from './credential.js';
import { aConnectedServer } from './testing/connection-samples.js';

const credential = (parts: Partial<Credential> = {}): Credential => ({
  ...{ connectionId: 'c', shared: false, key: 'c:1', origin: 'https://orders.example', secrets: [] },
  ...{ headers: {}, query: {}, env: {} },
  ...parts,
});
const bearer = credential({ headers: { authorization: 'Bearer own' } });
const carried = (server: Partial<Server>, it = bearer) =>
  carryCredential(aConnectedServer({ mcp: null, ...server }), it);

describe('a record as one call has it', () => {
  it('has the credential, and nothing of its own that would sign in', () => {
    const headers = { Authorization: 'Bearer gateway', cookie: 'session=1', 'x-team': 'blue' };
    expect(carried({ mcp: { url: 'https://me:pw@orders.example/mcp', headers } })).toMatchObject({
      mcp: { url: 'https://orders.example/mcp', headers: { authorization: 'Bearer own', 'x-team': 'blue' } },
    });
    const http = { url: 'https://orders.example', headers, query: { key: 'gateway', page: '1' } };
    const key = credential({ headers: { 'X-Team': 'red' }, query: { key: 'own' } });
    expect(carried({ http }, key)).toMatchObject({
      http: { headers: { 'X-Team': 'red' }, query: { key: 'own', page: '1' } },
    });
    const grpc = { address: 'orders.example:1', metadata: { authorization: 'Bearer gateway', trace: 'on' } };
    expect(carried({ grpc })).toMatchObject({ grpc: { metadata: { authorization: 'Bearer own', trace: 'on' } } });
    const before = JSON.stringify(carried({ http }, key));
    expect(before).not.toContain('gateway');
    expect(JSON.stringify([carried({ mcp: { url: 'https://a.example', headers } }), carried({ grpc })])).not.toContain(
      'gateway',
    );
  });

  it('puts a query parameter into the address of an MCP server', () => {
    expect(carried({ mcp: { url: 'https://a.example/mcp?v=1' } }, credential({ query: { key: 'a b' } }))).toMatchObject(
      {
        mcp: { url: 'https://a.example/mcp?v=1&key=a+b' },
      },
    );
  });

  it('sets the variables that the owner has named, and no other', () => {
    const command = { command: 'node', env: { TOKEN: '', MODE: 'fast' } };
    const variable = (name: string) => credential({ env: { [name]: 'own' } });
    expect(carried({ mcp: command }, variable('TOKEN'))).toMatchObject({
      mcp: { env: { TOKEN: 'own', MODE: 'fast' } },
    });
    expect(carried({ mcp: command }, variable('NODE_OPTIONS'))).toContain(
      'names no variable "NODE_OPTIONS", only TOKEN, MODE',
    );
    expect(carried({ mcp: command })).toContain('as variables');
    expect(carried({ http: { url: 'https://a.example' } }, variable('TOKEN'))).toContain('not a command');
  });

  it('has no query where there is none', () => {
    expect(carried({ grpc: { address: 'a:1' } }, credential({ query: { key: 'k' } }))).toContain('no query parameters');
  });
});
