import { describe, expect, it } from '@jest/globals';
import type { ConnectionSecret } from './connection.js';
import { credentialOf } from './credential.js';
import { aConnection } from './testing/connection-samples.js';

type Scheme = Parameters<typeof credentialOf>[3];
const of = (secret: ConnectionSecret, parts: object = {}, scheme?: Scheme, access: string | null = null) =>
  credentialOf(aConnection({ kind: secret.kind, ...parts }), secret, access, scheme);
const key: ConnectionSecret = { kind: 'apiKey', value: 'k-123456' };

describe('what a connection puts into a call', () => {
  it.each<[ConnectionSecret, object, Scheme, object]>([
    [{ kind: 'bearer', token: 't-123' }, {}, undefined, { headers: { authorization: 'Bearer t-123' } }],
    [{ kind: 'bearer', token: 't-123' }, {}, { type: 'oauth2' }, { headers: { authorization: 'Bearer t-123' } }],
    [
      { kind: 'basic', username: 'ü', password: 'p:w' },
      {},
      undefined,
      { headers: { authorization: 'Basic w7w6cDp3' } },
    ],
    [key, {}, undefined, { headers: { 'x-api-key': 'k-123456' } }],
    [key, {}, { type: 'apiKey', in: 'query', name: 'q' }, { query: { q: 'k-123456' }, headers: {} }],
    [
      key,
      { place: 'cookie', name: 'c' },
      { type: 'apiKey', in: 'query', name: 'q' },
      { headers: { cookie: 'c=k-123456' } },
    ],
    [key, { place: 'env', name: 'TOKEN' }, undefined, { env: { TOKEN: 'k-123456' } }],
  ])('%j %j %j', (secret, parts, scheme, carried) => {
    expect(of(secret, parts, scheme)).toMatchObject({ ...carried, key: `${aConnection().id}:1`, shared: false });
  });

  it('of OAuth is its access token', () => {
    expect(of({ kind: 'oauth2' }, {}, undefined, 'at-1')).toMatchObject({ headers: { authorization: 'Bearer at-1' } });
    expect(of({ kind: 'oauth2' })).toBe('it has no token yet');
  });

  it('is refused where the tool takes another kind, or no such header can be sent', () => {
    expect(of(key, {}, { type: 'basic' })).toBe('it takes a name and password, and the connection holds an API key');
    expect(of(key, {}, { type: 'apiKey', in: 'header', name: 'Host' })).toBe('"Host" cannot be a separate header');
  });

  it('can be recognised however it is written', () => {
    const made = of({ kind: 'basic', username: 'ann', password: 'p"w w' });
    expect(typeof made === 'string' ? [] : made.secrets).toEqual(
      expect.arrayContaining(['p"w w', 'p%22w%20w', 'p\\"w w', btoa('ann:p"w w')]),
    );
  });
});
