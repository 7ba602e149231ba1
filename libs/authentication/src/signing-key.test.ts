import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Ed25519Verifier } from './ed25519-verifier.js';
import { SigningKey } from './signing-key.js';

const secret = 'a signing secret of enough length';
const pair = generateKeyPairSync('ed25519');
const pem = String(pair.privateKey.export({ format: 'pem', type: 'pkcs8' }));

describe('SigningKey', () => {
  it('signs what its public key checks, as the plain algorithm does', () => {
    const key = new SigningKey(secret);
    const signature = key.sign('assay-entry-v1\nacme/x@1.0.0\nsha256:é');
    expect(signature).toMatch(/^[A-Za-z0-9_-]{86}$/);
    const bytes = Buffer.from(signature, 'base64url');
    const text = Buffer.from('assay-entry-v1\nacme/x@1.0.0\nsha256:é');
    expect(verify(null, text, createPublicKey(key.public.pem), bytes)).toBe(true);
    expect(verify(null, Buffer.from('another text'), createPublicKey(key.public.pem), bytes)).toBe(false);
  });

  it('is the same key for the same text, and another for another', () => {
    const [one, again, other] = [new SigningKey(secret), new SigningKey(secret), new SigningKey(`${secret}.`)];
    expect(again.keyId).toBe(one.keyId);
    expect(again.sign('x')).toBe(one.sign('x'));
    expect(other.keyId).not.toBe(one.keyId);
    // Derivation is part of what replicas agree on: a change here would end every installation's key.
    expect(one.keyId).toBe('240e48b1264ade0a');
  });

  it('takes a private key as PEM, also with its line ends written as \\n', () => {
    const keyId = new Ed25519Verifier().read(String(pair.publicKey.export({ format: 'pem', type: 'spki' })))?.keyId;
    expect(new SigningKey(pem).keyId).toBe(keyId);
    expect(new SigningKey(pem.replaceAll('\n', '\\n')).keyId).toBe(keyId);
  });

  it.each([
    ['a text too short to derive a key from', 'x'.repeat(31), 'at least 32 characters'],
    [
      'a key of another kind',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }),
      'must be an Ed25519 private key',
    ],
    ['a public key', pair.publicKey.export({ format: 'pem', type: 'spki' }), 'must be an Ed25519 private key'],
    ['a broken PEM', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', 'must be an Ed25519 private key'],
  ])('refuses %s, and does not repeat it', (_what, text, message) => {
    expect(() => new SigningKey(String(text))).toThrow(message);
    expect(() => new SigningKey(String(text))).not.toThrow(String(text));
  });
});
