import { aPrincipal } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { Directory } from './directory.js';
import { callerOfKept } from './kept-credential.js';
import type { ApiKey } from './records.js';

const now = 1_000;
const key: ApiKey = {
  ...{ id: 'k', organisationId: 'org-acme', principalId: 'principal-ann', prefix: 'p', hash: 'sha256:h' },
  ...{ scopes: ['tools:call'], namespaces: ['acme'], createdAt: 0, createdBy: null, expiresAt: null, revokedAt: null },
};
const kept = { principalId: 'principal-ann', keyId: 'k', scopes: ['registry:read'], namespaces: null };

function directoryWith(parts: Partial<ApiKey> = {}): Directory {
  const directory = new Directory();
  directory.apply({ kind: 'principal', id: 'principal-ann', state: aPrincipal() });
  directory.apply({ kind: 'key', id: 'k', state: { ...key, ...parts } });
  return directory;
}

describe('callerOfKept', () => {
  it('gives the current rights of a key, and those that a token had', () => {
    const byKey = callerOfKept(kept, directoryWith(), now);
    expect(byKey).toMatchObject({ ok: true, value: { principalId: 'principal-ann', namespaces: ['acme'] } });
    expect(byKey.ok && [...byKey.value.scopes]).toEqual(['tools:call']);
    const byToken = callerOfKept({ ...kept, keyId: null }, directoryWith(), now);
    expect(byToken).toMatchObject({ ok: true, value: { namespaces: null } });
    expect(byToken.ok && [...byToken.value.scopes]).toEqual(['registry:read']);
  });

  it.each([
    ['caller', { ...kept, principalId: 'nobody' }, {}],
    ['revoked', kept, { revokedAt: 10 }],
    ['expired', kept, { expiresAt: now }],
    ['revoked', { ...kept, keyId: 'another' }, {}],
  ] as const)('fails with %s', (error, credential, parts) => {
    expect(callerOfKept(credential, directoryWith(parts), now)).toEqual({ ok: false, error });
  });
});
