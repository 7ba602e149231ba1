import { describe, expect, it } from '@jest/globals';
import { aParty, aPasskeyResponse } from '../testing/fake-passkeys.js';
import { SmallSignIn } from '../testing/small-sign-in.js';
import { signInDefaults } from './sign-in-defaults.js';

const password = 'correct horse battery';

async function withLink() {
  const small = new SmallSignIn();
  const ann = await small.person('ann');
  const { token } = await small.managing.issueFirst(ann);
  return { small, ann, token };
}

describe('a one-time link', () => {
  it('shows what it is for as often as somebody looks, and sets a password once', async () => {
    const { small, ann, token } = await withLink();
    for (let look = 0; look < 3; look += 1)
      expect(await small.links.find(token)).toMatchObject({
        ok: true,
        value: { link: { purpose: 'first-credential' } },
      });
    const used = await small.links.withPassword(token, { password, name: 'Ann A.' }, small.origin);
    expect(used).toMatchObject({ ok: true, value: { session: { accountId: ann.id, method: 'link' } } });
    expect(small.directory.accounts.of(ann.id)).toMatchObject({ displayName: 'Ann A.', resetAt: null });
    expect(await small.links.withPassword(token, { password }, small.origin)).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(small.records.map(({ action }) => action)).toContain('account.credential-set');
  });

  it('is not used by an unsuitable password', async () => {
    const { small, token } = await withLink();
    expect(await small.links.withPassword(token, { password: 'aaaaaaaaaaaa' }, small.origin)).toMatchObject({
      error: { code: 'invalid_request' },
    });
    expect(await small.links.find(token)).toMatchObject({ ok: true });
  });

  it('creates a passkey', async () => {
    const { small, ann, token } = await withLink();
    const options = await small.links.passkeyOptions(token, aParty);
    const challenge = options.ok ? options.value.challenge : '';
    const forged = { response: aPasskeyResponse('cred', challenge, { isRight: false }) };
    expect(await small.links.withPasskey(token, forged, aParty, small.origin)).toMatchObject({ ok: false });
    const again = await small.links.passkeyOptions(token, aParty);
    const right = { response: aPasskeyResponse('cred', again.ok ? again.value.challenge : '') };
    expect(await small.links.withPasskey(token, right, aParty, small.origin)).toMatchObject({ ok: true });
    expect((await small.credentials.of(ann.id)).passkeys).toMatchObject([{ credentialId: 'cred', rpId: 'localhost' }]);
  });

  it('ends after a day, and for a disabled account', async () => {
    const { small, ann, token } = await withLink();
    await small.accounts.change(ann.id, { disabledAt: 1 });
    expect(await small.links.find(token)).toMatchObject({ error: { code: 'not_found' } });
    await small.accounts.change(ann.id, { disabledAt: null });
    small.clock.advance(signInDefaults.linkMs);
    expect(await small.links.withPassword(token, { password }, small.origin)).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  it('for a first credential sets no second one', async () => {
    const { small, ann, token } = await withLink();
    await small.credentials.setPassword(ann, 'new something', 1);
    expect(await small.links.withPassword(token, { password }, small.origin)).toMatchObject({
      error: { code: 'conflict' },
    });
  });
});
