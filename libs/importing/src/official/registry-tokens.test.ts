import { fail, ok } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { LogIntoRegistry, type RegistryClaims } from './registry-tokens.js';

function logIn(domains: () => unknown) {
  const issued: RegistryClaims[] = [];
  const tokens = {
    issue: async (claims: RegistryClaims) => {
      issued.push(claims);
      return { registry_token: 'token', expires_at: 1 };
    },
    verify: async () => undefined,
  };
  return { issued, logIn: new LogIntoRegistry({ tokens, domains: { run: async () => domains() as never } }) };
}

const proof = { domain: 'example.com', timestamp: 'now', signedTimestamp: '00' };

describe('logging into the registry', () => {
  it('for a domain cover its namespace, and by DNS those below it', async () => {
    const { issued, logIn: login } = logIn(() =>
      ok({ domain: 'example.com', namespaces: ['com.example', 'com.example.*'] }),
    );
    expect(await login.domain('dns', proof)).toEqual(ok({ registry_token: 'token', expires_at: 1 }));
    expect(issued).toEqual([
      {
        method: 'dns',
        subject: 'example.com',
        permissions: [
          { action: 'publish', resource: 'com.example/*' },
          { action: 'edit', resource: 'com.example/*' },
          { action: 'publish', resource: 'com.example.*' },
          { action: 'edit', resource: 'com.example.*' },
        ],
      },
    ]);
  });

  it('fail with 401 for an invalid proof, and otherwise with the original failure', async () => {
    const refused = logIn(() => fail('forbidden', 'No key has signed this.'));
    expect(await refused.logIn.domain('http', proof)).toEqual(fail('unauthenticated', 'No key has signed this.'));
    const issues = [{ path: '/signedTimestamp', message: 'must be in hexadecimal' }];
    const misnamed = logIn(() => fail('invalid_request', 'signedTimestamp must be in hexadecimal.', { issues }));
    expect(await misnamed.logIn.domain('dns', proof)).toMatchObject({
      error: {
        code: 'invalid_request',
        message: 'signed_timestamp must be in hexadecimal.',
        issues: [{ path: '/signed_timestamp' }],
      },
    });
    const away = logIn(() => fail('unavailable', 'Later.'));
    expect(await away.logIn.domain('http', proof)).toEqual(fail('unavailable', 'Later.'));
    expect(refused.issued).toEqual([]);
  });

  it('for a known principal cover their namespaces', async () => {
    const { issued, logIn: login } = logIn(() => ok(null));
    expect((await login.resources('oidc', 'principal-ann', ['acme/*'])).ok).toBe(true);
    expect(issued[0]?.permissions).toContainEqual({ action: 'publish', resource: 'acme/*' });
    expect(await login.resources('oidc', 'principal-ann', [])).toMatchObject({ error: { code: 'forbidden' } });
  });
});
