import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { fail, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { domainOfNamespace, holdsNamespace, namespaceOfDomain, ProveDomain } from './prove-domain.js';

const now = Date.UTC(2026, 0, 1);
const at = (ms = now) => new Date(ms).toISOString();
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const record = `v=MCPv1; k=ed25519; p=${raw(publicKey)}`;
function raw(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
}
const signed = (timestamp: string, key = privateKey) => sign(null, Buffer.from(timestamp), key).toString('hex');

function proving(txt: string[] = [record], text = record) {
  const asked: string[] = [];
  const records = {
    txt: async (domain: string) => {
      asked.push(`txt ${domain}`);
      return ok(txt);
    },
    wellKnown: async (domain: string) => {
      asked.push(`http ${domain}`);
      return ok(text);
    },
  };
  const clock = new FakeClock(now);
  return { prove: new ProveDomain({ records, clock }), asked, clock };
}
const proof = (timestamp = at(), domain = 'example.com') => ({
  domain,
  timestamp,
  signedTimestamp: signed(timestamp),
});

describe('a proof', () => {
  it('by DNS covers the domain’s namespace and those below it, by HTTP only the one', async () => {
    const { prove, asked } = proving();
    expect(await prove.run('dns', proof(at(), 'Example.com'))).toEqual({
      ok: true,
      value: { domain: 'example.com', namespaces: ['com.example', 'com.example.*'] },
    });
    expect(await prove.run('http', proof(at(now + 1)))).toMatchObject({ value: { namespaces: ['com.example'] } });
    expect(asked).toEqual(['txt example.com', 'http example.com']);
  });

  it('is valid when any of several records holds the signing key', async () => {
    const other = generateKeyPairSync('ed25519').publicKey;
    const { prove } = proving(['v=spf1 -all', `v=MCPv1; k=ed25519; p=${raw(other)}`, record]);
    expect((await prove.run('dns', proof())).ok).toBe(true);
    const lines = proving([], `# keys\r\n${record}\r\n`).prove;
    expect((await lines.run('http', proof())).ok).toBe(true);
  });

  it.each([
    ['an earlier time', -15_001],
    ['a later time', 15_001],
  ])('of %s than 15 seconds is refused, with the server’s time', async (_case, offset) => {
    const { prove, asked } = proving();
    const refused = await prove.run('dns', proof(at(now + offset)));
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_request', issues: [{ path: '/timestamp' }] } });
    expect(refused).toMatchObject({ error: { message: expect.stringContaining(at()) } });
    expect(asked).toEqual([]);
    expect((await proving().prove.run('dns', proof(at(now + Math.sign(offset) * 15_000)))).ok).toBe(true);
  });

  it('is valid once for any spelling of its time, and a failed one consumes nothing', async () => {
    const { prove, clock } = proving();
    const forged = { ...proof(), signedTimestamp: '00'.repeat(64) };
    expect(await prove.run('dns', forged)).toMatchObject({ error: { code: 'forbidden' } });
    expect((await prove.run('dns', proof())).ok).toBe(true);
    expect(await prove.run('dns', proof())).toMatchObject({ error: { code: 'conflict' } });
    expect(await prove.run('dns', proof('2026-01-01T01:00:00+01:00'))).toMatchObject({ error: { code: 'conflict' } });
    expect((await prove.run('dns', proof(at(), 'example.org'))).ok).toBe(true);
    clock.advance(15_000);
    expect(await prove.run('dns', proof())).toMatchObject({ error: { code: 'conflict' } });
  });

  it('with a future time is remembered while it is valid', async () => {
    const { prove, clock } = proving();
    const early = proof(at(now + 15_000));
    expect((await prove.run('dns', early)).ok).toBe(true);
    clock.advance(30_000);
    expect(await prove.run('dns', early)).toMatchObject({ error: { code: 'conflict' } });
  });

  it.each([
    ['/domain', { domain: 'localhost' }],
    ['/domain', { domain: '127.0.0.1' }],
    ['/domain', { domain: 'example.com/x' }],
    ['/domain', { domain: `${'a'.repeat(60)}.example` }],
    ['/timestamp', { timestamp: 'yesterday' }],
    ['/timestamp', { timestamp: '2026-13-01T00:00:00Z' }],
    ['/signedTimestamp', { signedTimestamp: 'zz' }],
  ])('with a wrong %s makes no look-up', async (path, parts) => {
    const { prove, asked } = proving();
    expect(await prove.run('dns', { ...proof(), ...parts })).toMatchObject({ error: { issues: [{ path }] } });
    expect(asked).toEqual([]);
  });

  it('states what to publish when there is no key, and passes on a failed look-up', async () => {
    const none = await proving(['v=spf1']).prove.run('dns', proof());
    expect(none).toMatchObject({ error: { code: 'forbidden', message: expect.stringContaining('TXT record') } });
    const http = await proving([], '').prove.run('http', proof());
    expect(http).toMatchObject({ error: { message: expect.stringContaining('https://example.com/.well-known/') } });
    const away = async () => fail('upstream_unavailable', 'away');
    const prove = new ProveDomain({ records: { txt: away, wellKnown: away }, clock: new FakeClock(now) });
    expect(await prove.run('dns', proof())).toMatchObject({ error: { code: 'upstream_unavailable' } });
  });
});

it('domain names and namespaces are each other’s reverse', () => {
  expect(namespaceOfDomain('api.example.co')).toBe('co.example.api');
  expect(domainOfNamespace('co.example.api')).toBe('api.example.co');
  expect(namespaceOfDomain('example')).toBeUndefined();
});

it.each([
  [['com.example'], 'com.example', true],
  [['com.example'], 'com.example.api', false],
  [['com.example.*'], 'com.example.api.v2', true],
  [['com.example.*'], 'com.examples', false],
  [['com.example', 'com.example.*'], 'com.example', true],
])('%j covers %s: %s', (proven, namespace, expected) => {
  expect(holdsNamespace(proven, namespace)).toBe(expected);
});
