import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MortalMcpServer } from '../fixtures/mortal-mcp-server.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';
import { connectClient } from './mcp-servers.js';
import { MovedClock } from './moved-clock.js';

const inFlight = 16;
/** Longer than a circuit is open at first. */
const circuitOpenMs = 45_000;

let house: House;
let upstream: MortalMcpServer;
let clock: MovedClock;

beforeEach(async () => {
  upstream = await new MortalMcpServer().start();
  clock = new MovedClock();
  house = await startHouse({}, clock);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', { url: upstream.url }, 'mortal');
});
afterEach(async () => {
  await house.stop();
  await upstream.die();
});

interface Answer {
  readonly status: number;
  readonly text: string;
}

const post = (body: object, session?: string): Promise<Response> =>
  fetch(`${house.url}/mcp/servers/acme/mortal`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${house.adminKey}`, 'content-type': 'application/json' },
      ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
      ...(session !== undefined && { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...body }),
  });

/** A session's id; undefined while the server cannot be reached. */
async function initialise(): Promise<string | undefined> {
  const clientInfo = { name: 'assay-e2e', version: '1.0.0' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const response = await post({ id: 0, method: 'initialize', params });
  await response.text();
  const session = response.headers.get('mcp-session-id');
  return session === null ? undefined : session;
}

let lastId = 0;
async function call(session: string): Promise<Answer> {
  lastId += 1;
  const params = { name: 'echo', arguments: { text: 'hello' } };
  const response = await post({ id: lastId, method: 'tools/call', params }, session);
  return { status: response.status, text: await response.text() };
}

const all = (session: string): Promise<Answer[]> => Promise.all(Array.from({ length: inFlight }, () => call(session)));
const succeeded = ({ status, text }: Answer): boolean => status === 200 && text.includes('"text":"hello"');
const isGone = ({ status }: Answer): boolean => status === 404;

describe('a session with a server that dies with calls in flight', () => {
  it('turns 404 however many calls are made meanwhile, and every call of the next session works', async () => {
    const session = (await initialise()) as string;
    const gate = Promise.withResolvers<void>();
    upstream.hold = gate.promise;
    const dying = all(session);
    await eventually(() => upstream.calls === inFlight || undefined, 'all calls to arrive');
    await upstream.die();
    expect((await dying).some(succeeded)).toBe(false);
    gate.resolve();
    await upstream.start();

    // Calls overlap, so that the session is hardly ever idle. The circuit has opened: its time passes.
    clock.skippedMs += circuitOpenMs;
    clock.ahead += circuitOpenMs;
    const isGoneAtLast = () =>
      eventually(async () => isGone(await call(session)) || undefined, 'the session to be gone');
    expect(await Promise.all(Array.from({ length: inFlight }, isGoneAtLast))).not.toContain(false);

    const next = await eventually(initialise, 'the server to be reached again');
    await eventually(async () => succeeded(await call(next)) || undefined, 'its circuit to close');
    const answers = await all(next);
    expect(answers.filter(succeeded)).toHaveLength(inFlight);
  });

  it('answers what was under way in a fresh conversation when the server has forgotten the session', async () => {
    const session = (await initialise()) as string;
    expect(succeeded(await call(session))).toBe(true);
    await upstream.die();
    await upstream.start();
    const answers = await all(session);
    expect(answers.filter((it) => succeeded(it) || isGone(it))).toHaveLength(inFlight);
    expect(answers.some(succeeded)).toBe(true);
    expect(await call(session)).toMatchObject({ status: 404 });
  });
});

it('a client of the revision without sessions never notices that the server was restarted', async () => {
  const { client } = await connectClient(`${house.url}/mcp/servers/acme/mortal`, '2026-07-28', house.adminKey, {
    capabilities: {},
  });
  const ask = () => client.callTool({ name: 'echo', arguments: { text: 'hello' } });
  expect((await ask()).isError).not.toBe(true);
  await upstream.die();
  await upstream.start();
  const answers = await Promise.all(Array.from({ length: inFlight }, ask));
  expect(answers.filter(({ isError }) => isError !== true)).toHaveLength(inFlight);
  await client.close();
});
