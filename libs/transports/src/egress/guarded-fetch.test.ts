import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AddressForbiddenError, EgressGuard } from './egress-guard.js';
import { guardedDispatcher } from './guarded-dispatcher.js';
import { guardedFetch } from './guarded-fetch.js';

const servers: Server[] = [];
const serve = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A fetch for which every name resolves as `addresses` say, one answer after the other. */
function fetchWith(loopback: boolean, ...answers: string[][]) {
  const resolve = async () => answers.shift() ?? ['10.0.0.1'];
  const guard = new EgressGuard({ allow: [], loopback, except: [], resolve });
  return guardedFetch(guardedDispatcher(guard, { connectTimeoutMs: 1_000 }), 1_000);
}

/** The error at the bottom of a failed fetch. */
async function causeOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => null,
    (reason: { cause?: unknown }) => reason,
  );
  return error?.cause ?? error;
}

describe('a guarded fetch', () => {
  it('connects to the address that was checked, resolving once', async () => {
    const port = await serve((_request, response) => response.end('here'));
    const answer = await fetchWith(true, ['127.0.0.1'], ['10.0.0.1'])(`http://rebinding.example:${port}/`);
    expect(await answer.text()).toBe('here');
  });

  it('refuses names that resolve to forbidden addresses, and literals', async () => {
    const port = await serve((_request, response) => response.end('here'));
    const urls = [`http://rebinding.example:${port}/`, `http://127.0.0.1:${port}/`, `http://2130706433:${port}/`];
    for (const url of urls)
      expect(await causeOf(fetchWith(false, ['127.0.0.1'])(url))).toBeInstanceOf(AddressForbiddenError);
  });

  it('does not follow redirects', async () => {
    const port = await serve((_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
    const answer = fetchWith(true)(`http://127.0.0.1:${port}/`);
    await expect(answer).rejects.toMatchObject({ name: 'RedirectedError', status: 302 });
  });

  it('stops at the size limit', async () => {
    const port = await serve((_request, response) => response.end('x'.repeat(5_000)));
    const answer = await fetchWith(true)(`http://127.0.0.1:${port}/`);
    await expect(answer.text()).rejects.toMatchObject({ name: 'AnswerTooLargeError' });
  });

  it('counts each event of a stream separately', async () => {
    const event = `data: ${'x'.repeat(600)}\n\n`;
    const port = await serve((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(request.url === '/long' ? `data: ${'x'.repeat(3_000)}` : event.repeat(10));
    });
    const fetch = fetchWith(true);
    expect(await (await fetch(`http://127.0.0.1:${port}/many`)).text()).toBe(event.repeat(10));
    await expect((await fetch(`http://127.0.0.1:${port}/long`)).text()).rejects.toMatchObject({
      name: 'AnswerTooLargeError',
    });
  });
});
