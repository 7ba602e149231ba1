import { SmallHouse } from '@assay/gateway/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { aCaller, aNamespace } from '../testing/builders.js';
import { ManagePublisherKeys } from './manage-publisher-keys.js';

let house: SmallHouse;
let manage: ManagePublisherKeys;
const ann = aCaller();
const bob = aCaller({ id: 'principal-bob', name: 'bob' });
const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });

beforeEach(async () => {
  house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.feed.caughtUp();
  const { signer: verifier, signingKeys: publisherKeys } = house;
  manage = new ManagePublisherKeys({ ...house.identityPorts, verifier, publisherKeys });
});

const add = (publicKey: string, caller = ann) => manage.add(caller, 'acme', { publicKey, title: 'laptop' });
async function keyId(publicKey: string): Promise<string> {
  const added = await add(publicKey);
  if (!added.ok) throw new Error(added.error.message);
  return added.value.key.keyId;
}

describe('ManagePublisherKeys', () => {
  it('registers a key once, readable for everybody who sees the namespace', async () => {
    expect(await add('key one')).toMatchObject({
      ok: true,
      value: { created: true, key: { publicKey: 'key one', title: 'laptop', createdBy: 'principal-ann' } },
    });
    expect(await add('key one')).toMatchObject({ ok: true, value: { created: false } });
    expect(house.actions).toEqual(['publisher-key.create acme']);
    expect(await manage.list(bob, 'acme')).toMatchObject({ ok: true, value: [{ publicKey: 'key one' }] });
    expect(await manage.list(stranger, 'acme')).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await manage.list(ann, 'none')).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('accepts keys from owners only, and rejects text that is not a public key', async () => {
    expect(await add('key one', bob)).toMatchObject({ ok: false, error: { code: 'namespace_forbidden' } });
    expect(await add('-----BEGIN PRIVATE KEY-----')).toMatchObject({
      ok: false,
      error: { code: 'invalid_request', issues: [{ path: '/publicKey' }] },
    });
    expect(house.actions).toEqual([]);
  });

  it('retires a key permanently', async () => {
    const id = await keyId('key one');
    expect(await manage.retire(bob, 'acme', id)).toMatchObject({ ok: false, error: { code: 'namespace_forbidden' } });
    expect(await manage.retire(ann, 'acme', 'none')).toMatchObject({ ok: false, error: { code: 'not_found' } });
    const at = house.clock.now();
    expect(await manage.retire(ann, 'acme', id)).toMatchObject({ ok: true, value: { retiredAt: at } });
    house.clock.advance(1);
    expect(await manage.retire(ann, 'acme', id)).toMatchObject({ ok: true, value: { retiredAt: at } });
    expect(await add('key one')).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(house.actions).toEqual(['publisher-key.create acme', 'publisher-key.retire acme']);
  });

  it('allows at most 20 active keys per namespace', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => keyId(`key ${n}`)));
    expect(await add('key more')).toMatchObject({ ok: false, error: { code: 'conflict' } });
    await manage.retire(ann, 'acme', ids[0] as string);
    expect(await add('key more')).toMatchObject({ ok: true });
  });
});
