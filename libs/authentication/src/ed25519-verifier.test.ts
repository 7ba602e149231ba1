import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Ed25519Verifier } from './ed25519-verifier.js';

const verifier = new Ed25519Verifier();
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const pem = String(publicKey.export({ format: 'pem', type: 'spki' }));
const signed = (text: string): string => sign(null, Buffer.from(text), privateKey).toString('base64url');

describe('Ed25519Verifier', () => {
  it('reads a public key in one form, however it was wrapped', () => {
    const read = verifier.read(`  some words before\n${pem.replace('\n', '\r\n')}\n`);
    expect(read).toEqual({ keyId: expect.stringMatching(/^[0-9a-f]{16}$/), pem });
  });

  it.each([
    ['nothing', ''],
    ['no PEM', 'ssh-ed25519 AAAAC3Nza'],
    ['a private key', privateKey.export({ format: 'pem', type: 'pkcs8' })],
    ['a public key with the private one beside it', `${pem}${privateKey.export({ format: 'pem', type: 'pkcs8' })}`],
    ['a key of another kind', generateKeyPairSync('ed448').publicKey.export({ format: 'pem', type: 'spki' })],
    ['a broken key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
  ])('takes %s for no key', (_what, text) => {
    expect(verifier.read(String(text))).toBeUndefined();
    expect(verifier.verify(String(text), 'x', signed('x'))).toBe(false);
  });

  it('believes a signature of the same key over the same text alone', () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' });
    expect(verifier.verify(pem, 'é', signed('é'))).toBe(true);
    expect(verifier.verify(pem, 'e', signed('é'))).toBe(false);
    expect(verifier.verify(String(other), 'é', signed('é'))).toBe(false);
    const right = signed('é');
    const otherwise = `${right.startsWith('A') ? 'B' : 'A'}${right.slice(1)}`;
    for (const broken of ['', 'x', otherwise]) expect(verifier.verify(pem, 'é', broken)).toBe(false);
  });
});
