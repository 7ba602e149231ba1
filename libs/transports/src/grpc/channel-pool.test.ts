import { readFileSync } from 'node:fs';
import { type Clock, startDeadline } from '@assay/kernel';
import { type GrpcTarget, grpcTarget } from '@assay/registry';
import { type ListeningProcess, startListening, wallClock } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EgressGuard } from '../egress/egress-guard.js';
import { ChannelPool, NotConnectedError } from './channel-pool.js';
import { createGrpcTransport } from './create-grpc-transport.js';
import { grpcCall, shopServer, shopSet, shopTlsFixture } from './shop.fixture.js';

let plain: ListeningProcess;
let tls: ListeningProcess;
beforeAll(async () => {
  plain = await startListening(shopServer, ['off']);
  tls = await startListening(shopServer, ['off', '', shopTlsFixture]);
});
afterAll(async () => {
  await plain.stop();
  await tls.stop();
});

/** A clock whose timers run when the test triggers them. */
function manualClock(): Clock & { readonly tick: (ms: number) => void } {
  let now = 0;
  const timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    monotonic: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    tick: (ms) => {
      now += ms;
      for (const timer of timers.filter((it) => it.at <= now)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.run();
      }
    },
  };
}

const guard = new EgressGuard({
  allow: [],
  loopback: true,
  except: [],
  resolve: async (host) => (host.endsWith('.example') ? ['127.0.0.1'] : []),
});
const target = (address: string) => grpcTarget(address) as GrpcTarget;
const never = new AbortController().signal;
const poolWith = (parts: Partial<ConstructorParameters<typeof ChannelPool>[0]> = {}) =>
  new ChannelPool({
    guard,
    clock: wallClock,
    userAgent: 'assay/1',
    maxBytes: 1_000_000,
    connectTimeoutMs: 5_000,
    idleMs: 60_000,
    keepaliveMs: 300_000,
    maxChannels: 2,
    ...parts,
  });

describe('ChannelPool', () => {
  it('shares a connection, and closes it when it has been idle long enough', async () => {
    const clock = manualClock();
    const pool = poolWith({ clock });
    const shop = target(`127.0.0.1:${plain.port}`);
    const [first, second] = await Promise.all([pool.borrow(shop, never), pool.borrow(shop, never)]);
    expect(second.client).toBe(first.client);
    first.release();
    clock.tick(60_000);
    // A call is still on it.
    const third = await pool.borrow(shop, never);
    expect(third.client).toBe(first.client);
    for (const loan of [second, third]) loan.release();
    clock.tick(60_000);
    expect((await pool.borrow(shop, never)).client).not.toBe(first.client);
    pool.close();
  });

  it('makes room by closing what has been idle longest, and refuses when all are in use', async () => {
    const pool = poolWith({ maxChannels: 1 });
    const first = await pool.borrow(target(`127.0.0.1:${plain.port}`), never);
    await expect(pool.borrow(target(`shop.example:${plain.port}`), never)).rejects.toBeInstanceOf(NotConnectedError);
    first.release();
    const other = await pool.borrow(target(`grpc://shop.example:${plain.port}`), never);
    expect(other.client).not.toBe(first.client);
    pool.close();
    await expect(pool.borrow(target(`127.0.0.1:${plain.port}`), never)).rejects.toBeInstanceOf(NotConnectedError);
  });

  it('gives up at once when the caller does', async () => {
    const pool = poolWith();
    const aborted = AbortSignal.abort('cancelled');
    await expect(pool.borrow(target(`127.0.0.1:${plain.port}`), aborted)).rejects.toBe('cancelled');
    pool.close();
  });
});

describe('an encrypted connection', () => {
  const roots = readFileSync(`${shopTlsFixture}.crt`);
  const call = async (address: string, trusted: boolean) => {
    const upstreams = createGrpcTransport({
      clock: wallClock,
      guard,
      identity: { name: 'assay', version: '1' },
      ...(trusted && { roots }),
    });
    const deadline = startDeadline(wallClock, 20_000);
    const descriptorSet = shopSet().toString('base64');
    const endpoint = { address, service: 'shop.v1.Odd', method: 'Double', descriptorSet };
    const answer = await upstreams.transport.call(grpcCall(endpoint, deadline, { input: { value: '4' } }));
    deadline.end();
    await upstreams.close();
    return answer;
  };

  it('is made to the permitted address, and checked against the name', async () => {
    expect(await call(`grpcs://shop.example:${tls.port}`, true)).toMatchObject({ value: { structured: '8' } });
    expect(await call(`shop.example:${tls.port}`, true)).toMatchObject({ value: { structured: '8' } });
  });

  it.each([
    ['another name', 'grpcs://other.example', true, /altnames|certificate/i],
    ['an authority nobody trusts', 'grpcs://shop.example', false, /self.signed|certificate/i],
    ['no encryption asked for', 'grpc://shop.example', true, /./],
  ])('is refused for %s, and nothing is sent', async (_what, address, trusted, why) => {
    expect(await call(`${address}:${tls.port}`, trusted)).toMatchObject({
      error: { code: 'upstream_unavailable', outcome: 'none', message: expect.stringMatching(why) },
    });
  });
});
