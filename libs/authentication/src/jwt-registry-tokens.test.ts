import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { JwtRegistryTokens } from './jwt-registry-tokens.js';
import { SigningKey } from './signing-key.js';

const key = new SigningKey('a secret of at least 32 characters');
const claims = {
  method: 'dns',
  subject: 'example.com',
  permissions: [{ action: 'publish', resource: 'com.example/*' }] as const,
};

describe('registry tokens', () => {
  const clock = new FakeClock();
  const tokens = new JwtRegistryTokens(key, clock);

  it('carry the claims of the official registry for five minutes', async () => {
    const { registry_token: token, expires_at } = await tokens.issue(claims);
    expect(expires_at).toBe(clock.now() / 1_000 + 300);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'EdDSA', kid: key.keyId, typ: 'JWT' });
    expect(decodeJwt(token)).toMatchObject({
      iss: 'mcp-registry',
      auth_method: 'dns',
      auth_method_sub: 'example.com',
      permissions: claims.permissions,
      exp: expires_at,
    });
    expect(await tokens.verify(token)).toEqual(claims);
  });

  it('are good until they expire, on every replica with the same key, and nowhere else', async () => {
    const { registry_token: token } = await tokens.issue(claims);
    const later = new FakeClock(clock.now() + 299_000);
    const replica = new JwtRegistryTokens(new SigningKey('a secret of at least 32 characters'), later);
    expect(await replica.verify(token)).toEqual(claims);
    later.advance(2_000);
    expect(await replica.verify(token)).toBeUndefined();
    const other = new JwtRegistryTokens(new SigningKey('another secret of at least 32 characters'), clock);
    expect(await other.verify(token)).toBeUndefined();
    expect(await tokens.verify(`${token.slice(0, -4)}AAAA`)).toBeUndefined();
    expect(await tokens.verify('no.token.atall')).toBeUndefined();
  });

  it('need their claims, their issuer and an expiry', async () => {
    const sign = async (payload: Record<string, unknown>, iss = 'mcp-registry') => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const text = `${part({ alg: 'EdDSA' })}.${part({ iss, ...payload })}`;
      return `${text}.${key.sign(text)}`;
    };
    const exp = clock.now() / 1_000 + 60;
    const whole = { auth_method: 'dns', auth_method_sub: 'example.com', permissions: [{ action: 'eat' }, null], exp };
    expect(await tokens.verify(await sign(whole))).toEqual({ method: 'dns', subject: 'example.com', permissions: [] });
    expect(await tokens.verify(await sign(whole, 'somebody'))).toBeUndefined();
    expect(await tokens.verify(await sign({ ...whole, exp: undefined }))).toBeUndefined();
    expect(await tokens.verify(await sign({ exp }))).toBeUndefined();
  });
});
