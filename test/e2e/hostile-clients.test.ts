import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Envelope } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { type House, startHouse } from './house.js';
import { SteppedClock } from './stepped-clock.js';

const said = 'upstream-said-7f3a91';
let house: House;
let api: HttpApi;
const clock = new SteppedClock();
beforeAll(async () => {
  api = await startHttpApi((_request, response) => void response.writeHead(500).end(`failed: ${said}`));
  house = await startHouse({}, clock);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const endpoint = { url: `${api.url}/x`, method: 'POST' };
  const tool = { name: 'acme/failing', version: '1.0.0', description: 'Fails.', inputSchema: { type: 'object' } };
  await house.admin.post('/v1/tools', { ...tool, protocol: 'http', endpoint });
});
afterAll(() => Promise.all([house.stop(), api.stop()]));

async function open(text: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { hostname, port } = new URL(house.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  socket.on('error', () => {});
  const answer = once(socket, 'close').then(() => received);
  socket.write(text);
  return { socket, answer };
}

describe('a client whose body stops arriving', () => {
  it('is answered and disconnected after 30 s without a byte, and others are served meanwhile', async () => {
    const head = `POST /v1/tools HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"name":`;
    const { answer } = await open(head);
    // The stalled request is on its way once a later one has been answered.
    expect((await house.admin.get('/healthz')).status).toBe(200);
    for (let passed = 0; passed < 40; passed += 5) clock.skip(5_000);
    const text = await answer;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toContain('"code":"request_stalled"');
    expect(text).toMatch(/connection: close/i);
    expect((await house.admin.get('/healthz')).status).toBe(200);
  });
});

describe('a key with very many connections', () => {
  it('is refused further ones, and nobody else is', async () => {
    const request = `GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer flood\r\n\r\n`;
    const sockets: Socket[] = [];
    for (let count = 0; count < 2_000; count += 1) sockets.push((await open(request)).socket);
    // Answered one after the other: once the last has its answer, all count.
    await once(sockets.at(-1) as Socket, 'data');
    const { answer } = await open(request);
    expect(await answer).toMatch(/^HTTP\/1\.1 429 /);
    expect((await house.admin.get('/healthz')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  }, 60_000);
});

describe('what an upstream says, and what a caller sends', () => {
  it('is logged on the level debug alone', async () => {
    const argument = 'argument-4be1077a';
    const { body } = await house.admin.post<Envelope>('/v1/invocations', { tool: 'acme/failing', input: { argument } });
    expect(JSON.stringify(body)).toContain(said);
    const lines = house
      .logs()
      .split('\n')
      .filter((line) => line.includes(said) || line.includes(argument));
    const levels = lines.map((line) => (JSON.parse(line) as { level: number }).level);
    expect(levels.filter((level) => level > 20)).toEqual([]);
  });
});

describe('/docs', () => {
  it.each(['/docs', '/docs/explorer.js'])('%s is sent with the headers of every page', async (path) => {
    const docs = await house.anonymous.get(path);
    for (const [name, value] of [
      ['x-content-type-options', 'nosniff'],
      ['x-frame-options', 'DENY'],
      ['referrer-policy', 'no-referrer'],
      ['cross-origin-opener-policy', 'same-origin'],
    ] as const)
      expect({ name, value: docs.headers.get(name) }).toEqual({ name, value });
    expect(docs.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
    );
  });
});
