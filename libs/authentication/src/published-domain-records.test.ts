import { type DnsServer, startDnsServer } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PublishedDomainRecords } from './published-domain-records.js';

let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns.stop());

const unused = async () => new Response();
const reading = (fetch: (url: string) => Promise<Response> = unused) =>
  new PublishedDomainRecords({ fetch, dnsServers: [dns.address], timeoutMs: 1_000 });

describe('TXT records', () => {
  it('are read whole, however many chunks they came in', async () => {
    const long = `v=MCPv1; k=ed25519; p=${'A'.repeat(300)}`;
    dns.txt.set('example.com', ['v=spf1 -all', long]);
    expect(await reading().txt('example.com')).toEqual({ ok: true, value: ['v=spf1 -all', long] });
  });

  it('of a name that has none, or is not there, are none', async () => {
    dns.txt.set('bare.example', []);
    expect(await reading().txt('bare.example')).toEqual({ ok: true, value: [] });
    expect(await reading().txt('nowhere.example')).toEqual({ ok: true, value: [] });
  });

  it('that cannot be read do not count as absent', async () => {
    dns.failWith = 2;
    const failed = await reading().txt('example.com');
    dns.failWith = undefined;
    expect(failed).toMatchObject({ ok: false, error: { code: 'upstream_unavailable' } });
  });
});

describe('the well-known text', () => {
  it('is read at its address', async () => {
    const asked: string[] = [];
    const records = reading(async (url) => {
      asked.push(url);
      return new Response('v=MCPv1');
    });
    expect(await records.wellKnown('example.com')).toEqual({ ok: true, value: 'v=MCPv1' });
    expect(asked).toEqual(['https://example.com/.well-known/mcp-registry-auth']);
  });

  it('is looked up so many times at once and no more', async () => {
    let release = () => {};
    const held = new Promise<Response>((resolve) => {
      release = () => resolve(new Response('key'));
    });
    const records = reading(async () => (await held).clone());
    const waiting = Array.from({ length: 32 }, () => records.wellKnown('example.com'));
    const refused = { ok: false, error: { code: 'unavailable', retryAfterMs: 1_000 } };
    expect([await records.wellKnown('example.com'), await records.txt('example.com')]).toMatchObject([
      refused,
      refused,
    ]);
    release();
    expect((await Promise.all(waiting)).every((it) => it.ok)).toBe(true);
    expect((await records.wellKnown('example.com')).ok).toBe(true);
  });

  it('that is absent is empty', async () => {
    const absent = reading(async () => new Response('no such page', { status: 404 }));
    expect(await absent.wellKnown('example.com')).toEqual({ ok: true, value: '' });
  });

  it.each([
    ['another status', async () => new Response('', { status: 503 }), 'upstream_error', 'status 503'],
    [
      'an address nobody may reach',
      async () => {
        const cause = Object.assign(new Error('The host is not public.'), { name: 'AddressForbiddenError' });
        throw new TypeError('fetch failed', { cause });
      },
      'address_forbidden',
      'The host is not public.',
    ],
    [
      'no answer in time',
      async () => {
        throw Object.assign(new Error('aborted'), { name: 'TimeoutError' });
      },
      'upstream_unavailable',
      'takes too long',
    ],
  ])('behind %s is refused with the reason', async (_case, fetch, code, words) => {
    const refused = await reading(fetch).wellKnown('example.com');
    expect(refused).toMatchObject({ ok: false, error: { code, message: expect.stringContaining(words) } });
  });
});
