import { SmallHouse } from '@assay/gateway/testing';
import { type ApiKey, callerOf } from '@assay/identity';
import { aCaller, aPrincipal } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { callerNow } from './caller-now.js';

it('begins a step with the rights the caller has by then, and none with a key that is not good any more', async () => {
  const { directory } = await SmallHouse.open();
  const principal = aPrincipal();
  directory.apply({ kind: 'principal', id: principal.id, state: principal });
  const { id: principalId, organisationId } = principal;
  const key: ApiKey = {
    ...{ id: 'k', principalId, organisationId, prefix: 'p', hash: 'h', scopes: ['tools:call'], namespaces: null },
    ...{ createdAt: 0, createdBy: null, expiresAt: null, revokedAt: null },
  };
  const caller = callerOf(principal, key.scopes, null, directory.teams.of(principal.id), { keyId: 'k' });
  const withKey = (parts: Partial<typeof key>) => {
    directory.apply({ kind: 'key', id: 'k', state: { ...key, ...parts } });
    return callerNow(caller, directory, 1_000);
  };
  expect(callerNow(caller, directory, 1_000)).toMatchObject({ ok: false, error: { code: 'denied' } });
  expect(withKey({})).toEqual({ ok: true, value: caller });
  expect(withKey({ expiresAt: 1_001 }).ok).toBe(true);
  expect(withKey({ expiresAt: 1_000 })).toMatchObject({ error: { message: expect.stringContaining('has expired') } });
  expect(withKey({ revokedAt: 7 })).toMatchObject({ error: { message: expect.stringContaining('has been revoked') } });
  expect(callerNow(aCaller({ id: 'nobody' }), directory, 1_000).ok).toBe(true);
});
