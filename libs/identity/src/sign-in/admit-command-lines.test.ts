import { describe, expect, it } from '@jest/globals';
import type { IdentityStore } from '../identity-store.js';
import type { ApiKey } from '../records.js';
import { InMemoryAuthorizationRecords } from '../testing/in-memory-authorization-records.js';
import { SmallSignIn } from '../testing/small-sign-in.js';
import { AdmitCommandLines, commandLineTimes } from './admit-command-lines.js';

async function asking() {
  const small = new SmallSignIn();
  const keys: ApiKey[] = [];
  const { audit, clock, directory, feed, own, random } = small;
  const store = { addKey: async (key: ApiKey) => void keys.push(key) } as unknown as IdentityStore;
  const records = new InMemoryAuthorizationRecords();
  const lines = new AdmitCommandLines({ audit, clock, directory, feed, own, random, store, records });
  const ada = await small.signedIn('ada', { roles: ['caller'], password: 'p' });
  const confirm = () => own.reauthenticate(ada.caller, { password: 'p' }, undefined, '192.0.2.7');
  return { ...{ small, lines, keys, ada, confirm }, asked: await lines.request('laptop', '192.0.2.9') };
}

describe('a command line', () => {
  it('gets a key with the scopes of the roles of the person who allowed it, once', async () => {
    const { small, lines, keys, ada, confirm, asked } = await asking();
    expect(await lines.collect(asked.deviceCode)).toEqual({ ok: true, value: { state: 'waiting' } });
    expect(await lines.show(ada.caller, asked.code.toLowerCase())).toMatchObject({
      value: { machine: 'laptop', address: '192.0.2.9', scopes: ['registry:read', 'tools:call'] },
    });
    await confirm();
    expect(await lines.decide(ada.caller, asked.code, 'allow')).toEqual({ ok: true, value: null });
    const collected = await lines.collect(asked.deviceCode);
    expect(collected).toMatchObject({ value: { state: 'allowed', key: expect.stringMatching(/^assay_/) } });
    expect(keys).toMatchObject([{ principalId: ada.account.id, scopes: ['registry:read', 'tools:call'] }]);
    expect(keys[0]?.expiresAt).toBe(small.clock.now() + commandLineTimes.keyMs);
    expect(await lines.collect(asked.deviceCode)).toMatchObject({ error: { code: 'not_found' } });
    expect(small.records.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['command_line.allow', 'key.create']),
    );
  });

  it('is allowed only by a person who has just entered the password, and is decided once', async () => {
    const { lines, keys, ada, confirm, asked } = await asking();
    const withKey = { ...ada.caller };
    Reflect.deleteProperty(withKey, 'session');
    expect(await lines.decide(withKey, asked.code, 'allow')).toMatchObject({ error: { code: 'session_required' } });
    expect(await lines.decide(ada.caller, asked.code, 'allow')).toMatchObject({
      error: { code: 'reauthentication_required' },
    });
    expect(await lines.decide(ada.caller, asked.code, 'deny')).toMatchObject({ ok: true });
    await confirm();
    expect(await lines.decide(ada.caller, asked.code, 'allow')).toMatchObject({ error: { code: 'not_found' } });
    expect(await lines.collect(asked.deviceCode)).toMatchObject({ value: { state: 'denied' } });
    expect(keys).toEqual([]);
  });

  it('gets nothing after ten minutes, with a code that was guessed, or when the account is disabled meanwhile', async () => {
    const { small, lines, ada, confirm, asked } = await asking();
    expect(await lines.collect('guessed')).toMatchObject({ error: { code: 'not_found' } });
    expect(await lines.collect(asked.code)).toMatchObject({ error: { code: 'not_found' } });
    await confirm();
    await lines.decide(ada.caller, asked.code, 'allow');
    await small.accounts.change(ada.account.id, { disabledAt: 1 });
    expect(await lines.collect(asked.deviceCode)).toMatchObject({ error: { code: 'not_found' } });
    const late = await lines.request('desk', '192.0.2.9');
    small.clock.advance(commandLineTimes.requestMs);
    expect(await lines.collect(late.deviceCode)).toMatchObject({ error: { code: 'not_found' } });
    expect(await lines.show(ada.caller, late.code)).toMatchObject({ ok: false });
  });
});
