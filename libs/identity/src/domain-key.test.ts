import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type DomainKey, parseDomainKey, signedBy } from './domain-key.js';

const text = '2026-01-01T00:00:00Z';
const ed = generateKeyPairSync('ed25519');
const edKey = ed.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const point = ec.publicKey.export({ format: 'der', type: 'spki' }).subarray(-97);
/** SEC 1: 02 or 03 by the parity of y, then x. */
const compressed = Buffer.concat([Buffer.from([2 + ((point[96] as number) & 1)]), point.subarray(1, 49)]);

describe('a key record', () => {
  it.each([
    `v=MCPv1; k=ed25519; p=${edKey}`,
    `k=ed25519;p=${edKey};v=MCPv1`,
    ` V=MCPv1 ;K=ED25519; p=${edKey} ; note=ours`,
  ])('%s is read', (record) => {
    const key = parseDomainKey(record) as DomainKey;
    expect(signedBy(key, text, sign(null, Buffer.from(text), ed.privateKey))).toBe(true);
    expect(signedBy(key, `${text} `, sign(null, Buffer.from(text), ed.privateKey))).toBe(false);
    expect(signedBy(key, text, Buffer.from('short'))).toBe(false);
  });

  it.each([
    ['compressed', compressed],
    ['written out', point],
  ])('of P-384, %s, verifies both forms of a signature', (_form, bytes) => {
    const key = parseDomainKey(`v=MCPv1; k=ecdsap384; p=${bytes.toString('base64')}`) as DomainKey;
    for (const dsaEncoding of ['der', 'ieee-p1363'] as const) {
      const signature = sign('sha384', Buffer.from(text), { key: ec.privateKey, dsaEncoding });
      expect(signedBy(key, text, signature)).toBe(true);
      expect(signedBy(key, 'another', signature)).toBe(false);
    }
    expect(signedBy(key, text, sign('sha256', Buffer.from(text), ec.privateKey))).toBe(false);
  });

  it.each([
    'v=spf1 include:example.org -all',
    '',
    `v=MCPv2; k=ed25519; p=${edKey}`,
    `v=MCPv1; k=rsa; p=${edKey}`,
    'v=MCPv1; k=ed25519; p=AAAA',
    'v=MCPv1; k=ed25519; p=?',
    `v=MCPv1; k=ecdsap384; p=${Buffer.alloc(49, 255).toString('base64')}`,
  ])('"%s" is none', (record) => {
    expect(parseDomainKey(record)).toBeUndefined();
  });
});
