import type { IncomingMessage } from 'node:http';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { StalledBodies, stalledAfterMs } from './stalled-bodies.js';

const arriving = (headers: object = { 'content-length': '10' }) => ({
  ...{ complete: false, destroyed: false, headers, socket: { bytesRead: 100 } },
});

function setUp() {
  const clock = new FakeClock();
  const bodies = new StalledBodies(clock);
  const refused: unknown[] = [];
  const begin = (request: object) => bodies.begin(request as IncomingMessage, () => refused.push(request));
  return { clock, bodies, refused, begin };
}

describe('a body on its way', () => {
  it('is refused after a time in which nothing came', async () => {
    const { clock, refused, begin } = setUp();
    const request = arriving();
    begin(request);
    await clock.advance(stalledAfterMs - 5_000);
    expect(refused).toEqual([]);
    await clock.advance(10_000);
    expect(refused).toEqual([request]);
    await clock.advance(60_000);
    expect(refused).toHaveLength(1);
  });

  it('gets more time with each byte', async () => {
    const { clock, refused, begin } = setUp();
    const request = arriving({ 'transfer-encoding': 'chunked' });
    begin(request);
    for (let sent = 0; sent < 10; sent += 1) {
      await clock.advance(stalledAfterMs - 10_000);
      request.socket.bytesRead += 1;
    }
    expect(refused).toEqual([]);
  });

  it('is left alone once it is read, whole, gone, or absent', async () => {
    const { clock, bodies, refused, begin } = setUp();
    const [read, whole, gone] = [arriving(), arriving(), arriving()];
    for (const request of [read, whole, gone, arriving({}), arriving({ 'content-length': '0' })]) begin(request);
    bodies.end(read as unknown as IncomingMessage);
    whole.complete = true;
    gone.destroyed = true;
    await clock.advance(stalledAfterMs * 3);
    expect(refused).toEqual([]);
  });
});
