import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ToolTransport } from '@assay/gateway';
import { startDeadline } from '@assay/kernel';
import { aManifest } from '@assay/registry/testing';
import { type DnsServer, serverRecord, startDnsServer } from '@assay/testing';
import {
  createHttpTransport,
  createJsonRpcTransport,
  createMcpTransport,
  EgressGuard,
  guardedDispatcher,
  guardedFetch,
} from '@assay/transports';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clock } from '../persistence/fixture.js';

/** Of two addresses of this machine one may be reached. What answers at the other must never be asked. */
const open = '127.0.0.2';
const closed = '127.0.0.1';
const host = 'rebinding.example';
const seen: string[] = [];
let servers: Server[];
let names: DnsServer;
let port: number;
let guard: EgressGuard;
const closing: (() => Promise<void>)[] = [];

/** Every answer ends its connection, so that each request has to resolve the name again. */
async function listen(address: string, at: number): Promise<Server> {
  const server = createServer((request, response) => {
    seen.push(address);
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end('{"jsonrpc":"2.0"}');
  });
  server.listen(at, address);
  await once(server, 'listening');
  return server;
}

beforeAll(async () => {
  names = await startDnsServer();
  const first = await listen(open, 0);
  ({ port } = first.address() as AddressInfo);
  servers = [first, await listen(closed, port)];
  const resolver = new Resolver();
  resolver.setServers([names.address]);
  guard = new EgressGuard({ allow: [open], loopback: false, except: [], resolve: (name) => resolver.resolve4(name) });
});
afterAll(async () => {
  for (const close of closing) await close();
  await names.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});
beforeEach(() => {
  seen.length = 0;
});

const address = () => `http://${host}:${port}/x`;
const reach = { clock, identity: { name: 'assay', version: '1' } };

async function calls(
  transport: ToolTransport,
  protocol: 'http' | 'json-rpc' | 'mcp',
  times: number,
): Promise<string[]> {
  const codes: string[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const isMcp = protocol === 'mcp';
    const answer = await transport.call({
      invocationId: '0198f000-0000-7000-8000-00000000e001',
      manifest: aManifest({ protocol, endpoint: isMcp ? { server: 'acme/s', tool: 't' } : { url: address() } }),
      server: isMcp ? serverRecord(`s${turn}`, { url: address() }) : null,
      input: {},
      principalId: 'p',
      deadline: startDeadline(clock, 10_000),
    });
    codes.push(answer.ok ? 'ok' : answer.error.code);
  }
  return codes;
}

const transports = {
  http: () => createHttpTransport({ ...reach, guard }),
  'json-rpc': () => createJsonRpcTransport({ ...reach, guard }),
  mcp: () => createMcpTransport({ ...reach, guard }),
} as const;

describe.each(Object.keys(transports) as (keyof typeof transports)[])(
  'over %s, a name that changes its mind',
  (protocol) => {
    const opened = () => {
      const made = transports[protocol]();
      closing.push(() => made.close());
      return made.transport;
    };

    it('is resolved again for each connection, and connected to only where allowed', async () => {
      names.a.set(host, [[open], [closed], [closed, open]]);
      const codes = await calls(opened(), protocol, 12);
      expect(codes).toContain('address_forbidden');
      expect(seen.length).toBeGreaterThan(0);
      expect(new Set(seen)).toEqual(new Set([open]));
    });

    it('is never connected to while it leads to forbidden places alone', async () => {
      names.a.set(host, [[closed], ['169.254.169.254'], ['10.0.0.1', closed]]);
      expect(new Set(await calls(opened(), protocol, 3))).toEqual(new Set(['address_forbidden']));
      expect(seen).toEqual([]);
    });
  },
);

describe('a guarded fetch, as documents, webhooks, issuers and models use it', () => {
  it('goes where the answer it has judged says', async () => {
    const dispatcher = guardedDispatcher(guard, { connectTimeoutMs: 2_000 });
    closing.push(() => dispatcher.destroy());
    const fetch = guardedFetch(dispatcher, 1_024);
    names.a.set(host, [[open], [closed]]);
    for (let turn = 0; turn < 10; turn += 1)
      await fetch(address()).then(
        (it) => it.text(),
        () => '',
      );
    expect(new Set(seen)).toEqual(new Set([open]));
  });

  it('ignores proxies of the environment', async () => {
    const before = { ...process.env };
    Object.assign(process.env, { HTTP_PROXY: `http://${closed}:${port}`, http_proxy: `http://${closed}:${port}` });
    try {
      const dispatcher = guardedDispatcher(guard, { connectTimeoutMs: 2_000 });
      closing.push(() => dispatcher.destroy());
      names.a.set(host, [[open]]);
      await (await guardedFetch(dispatcher, 1_024)(address())).text();
    } finally {
      process.env = before;
    }
    expect(seen).toEqual([open]);
  });
});
