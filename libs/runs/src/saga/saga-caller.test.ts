import { type ApiKey, Directory } from '@assay/identity';
import { aPrincipal } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aSaga } from '../testing/a-saga.js';
import { backCaller, forwardCaller } from './saga-caller.js';

const now = Date.UTC(2026, 0, 1);
const saga = aSaga({ keyId: 'key-carl', scopes: ['tools:call', 'registry:read'] });

const ofCarl: ApiKey = {
  id: 'key-carl',
  organisationId: 'org-acme',
  principalId: 'principal-carl',
  prefix: 'prefix',
  hash: 'sha256:hash',
  scopes: ['tools:call'],
  namespaces: null,
  createdAt: 0,
  createdBy: null,
  expiresAt: null,
  revokedAt: null,
};

function directoryWith(key: Partial<ApiKey> | undefined, hasPrincipal = true): Directory {
  const directory = new Directory();
  const carl = aPrincipal({ id: 'principal-carl', name: 'carl' });
  if (hasPrincipal) directory.apply({ kind: 'principal', id: carl.id, state: carl });
  const state: ApiKey = { ...ofCarl, ...key };
  if (key !== undefined) directory.apply({ kind: 'key', id: state.id, state });
  return directory;
}

describe('who calls for a saga', () => {
  it('forward: its caller with what its key allows now', () => {
    const caller = forwardCaller(saga, directoryWith({}), now);
    expect(caller.ok && [...caller.value.scopes]).toEqual(['tools:call']);
  });

  it.each<[string, Directory, RegExp]>([
    ['revoked', directoryWith({ revokedAt: now }), /has been revoked/],
    ['gone', directoryWith(undefined), /has been revoked/],
    ['expired', directoryWith({ expiresAt: now }), /has expired/],
    ['of nobody', directoryWith({}, false), /not known any more/],
  ])('forward: nobody when its key is %s', (_what, directory, why) => {
    const caller = forwardCaller(saga, directory, now);
    expect(caller.ok ? '' : caller.error.message).toMatch(why);
  });

  it("back: its caller with the credential's rights at the start, whatever has happened to it since", () => {
    for (const [key, keyId] of [
      [{}, 'key-carl'],
      [{ revokedAt: now }, undefined],
      [{ expiresAt: now }, undefined],
      [undefined, undefined],
    ] as const) {
      const caller = backCaller(saga, directoryWith(key), now);
      expect(caller.ok && [[...caller.value.scopes], caller.value.keyId]).toEqual([
        ['tools:call', 'registry:read'],
        // So that the key that called is known for it, and does not consent to its own calls.
        keyId,
      ]);
    }
    expect(backCaller(saga, directoryWith({}, false), now).ok).toBe(false);
  });
});
