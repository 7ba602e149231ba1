import { type ApiKey, Directory } from '@assay/identity';
import { FakeClock } from '@assay/kernel/testing';
import { aPrincipal } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anApproval, aPausedCall } from '../testing/an-approval.js';
import { callAgain, callerAgain, powerlessCaller } from './call-again.js';

const key: ApiKey = {
  id: 'key-carl',
  organisationId: 'org-acme',
  principalId: 'principal-carl',
  prefix: 'p',
  hash: 'h',
  scopes: ['tools:call'],
  namespaces: ['acme'],
  createdAt: 0,
  createdBy: null,
  expiresAt: 1_000,
  revokedAt: null,
};

function directoryWith(row: ApiKey | null) {
  const directory = new Directory();
  const carl = aPrincipal({ id: 'principal-carl', name: 'carl', kind: 'agent' });
  directory.apply({ kind: 'principal', id: carl.id, state: carl });
  directory.apply({ kind: 'key', id: key.id, state: row });
  return directory;
}

const again = (row: ApiKey | null, now = 999, keyId: string | null = key.id) =>
  callerAgain(anApproval({ keyId }), aPausedCall({ scopes: ['tools:call', 'admin'] }), directoryWith(row), now);

describe('callerAgain', () => {
  it('gives the caller the rights its key has now', () => {
    expect(again(key)).toMatchObject({
      ok: true,
      value: { name: 'carl', kind: 'agent', keyId: 'key-carl', scopes: new Set(['tools:call']), namespaces: ['acme'] },
    });
  });

  it('gives the caller of a token the rights it came with', () => {
    const caller = again(null, 0, null);
    expect(caller).toMatchObject({ ok: true, value: { scopes: new Set(['tools:call', 'admin']), namespaces: null } });
    expect(caller.ok && 'keyId' in caller.value).toBe(false);
  });

  // what happened meanwhile, key, time, word
  it.each([
    ['the key is gone', null, 0, /revoked/],
    ['the key was revoked', { ...key, revokedAt: 5 }, 6, /revoked/],
    ['the key expired', key, 1_000, /expired/],
  ])('refuses when %s', (_, row, now, why) => {
    expect(again(row, now)).toMatchObject({
      ok: false,
      error: { code: 'denied', message: expect.stringMatching(why) },
    });
  });

  it('refuses when the caller is gone', () => {
    const nobody = callerAgain(anApproval(), aPausedCall(), new Directory(), 0);
    expect(nobody).toMatchObject({ error: { message: expect.stringMatching(/not known/) } });
  });
});

describe('callAgain', () => {
  it('pins the version and the arguments that were shown, and begins its deadline anew', () => {
    const clock = new FakeClock();
    const approval = anApproval({ level: 2 });
    const edit = { path: '/n', rule: 'type', kind: 'form', from: '1', to: 1 } as const;
    const paused = aPausedCall({
      request: { tool: 'acme/orders.create@^1', input: { item: 'x' }, deadlineMs: 5_000 },
      input: { item: 'mended' },
      fixed: { item: 'mended' },
      repairs: [edit],
      warnings: ['was there'],
      accuracy: 0.9,
      attempted: [{ tool: 'acme/first', version: '1.0.0', outcome: 'failed', reason: 'timeout', ms: 1 }],
    });
    clock.advance(3_600_000);
    const caller = powerlessCaller(approval);
    const call = callAgain(
      approval,
      paused,
      { caller, keyed: { key: 'k' }, approved: approval },
      { clock, defaultDeadlineMs: 30_000 },
    );
    expect(call).toMatchObject({
      requested: {
        id: approval.invocationId,
        reference: 'acme/orders.create@1.0.0',
        ...{ fixed: { item: 'mended' }, startedAt: clock.now(), begunAt: paused.startedAt },
        ...{ level: 2, accuracy: 0.9, approved: approval },
      },
      resolved: { input: { item: 'mended' }, repairs: [edit] },
      happened: { warnings: ['was there'], keyed: { key: 'k' } },
    });
    expect(call.requested.whole.remainingMs()).toBe(5_000);
    expect(call.happened.attempted).toHaveLength(1);
    expect([caller.principalId, caller.scopes.size, caller.namespaces]).toEqual(['principal-carl', 0, []]);
    call.requested.whole.end();
  });
});
