import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, Manifest, PublisherKeyView, RegistryKeys } from '@assay/contracts';
import { canonicalJson } from '@assay/kernel';
import { canonicalJson as clientJson, entryText, manifestDigest, verifyEntry } from '@assay/sdk';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';

let house: House;
let publisher: Client;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const pem = String(publicKey.export({ format: 'pem', type: 'spki' }));

beforeAll(async () => {
  house = await startHouse({ ASSAY_KITS: 'files' });
  publisher = await house.as('pat', { role: 'publisher' });
  await publisher.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
});
afterAll(() => house.stop());

async function header(manifest: Manifest, keyId: string): Promise<Record<string, string>> {
  const text = entryText(manifest, await manifestDigest(manifest));
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64url');
  return { 'assay-signature': `keyid=${keyId}; sig=${signature}` };
}
const publish = (manifest: Manifest, headers: Record<string, string> = {}) =>
  publisher.post<Entry & Refusal>('/v1/tools', manifest, { headers });
const registryKeys = async () => (await house.anonymous.get<RegistryKeys>('/.well-known/assay-keys.json')).body.keys;
const publisherKeys = async () =>
  (await house.anonymous.get<{ items: PublisherKeyView[] }>('/v1/namespaces/acme/keys')).body.items;
const verify = async (entry: Entry) =>
  verifyEntry(entry, {
    registry: (await registryKeys()).map((it) => ({ ...it, until: it.validUntil })),
    publisher: (await publisherKeys()).map((it) => ({ ...it, until: it.retiredAt })),
  });

describe('the registry', () => {
  it('shows its keys to everybody, as a JSON Web Key Set with validity', async () => {
    const { status, headers, body } = await house.anonymous.get<RegistryKeys>('/.well-known/assay-keys.json');
    expect({ status, type: headers.get('content-type') }).toMatchObject({
      status: 200,
      type: expect.stringMatching(/json/),
    });
    expect(body.keys).toMatchObject([{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', validUntil: null }]);
    expect(body.keys[0]?.publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    expect(body.keys[0]?.kid).toBe(body.keys[0]?.keyId);
    expect(JSON.stringify(body)).not.toContain('PRIVATE');
  });

  it('signs every version, those that ship included, and anybody can check it', async () => {
    const published = await publish(httpManifest('acme/signed'));
    expect(published.body.signatures).toMatchObject([{ by: 'registry', keyId: (await registryKeys())[0]?.keyId }]);
    expect(await verify(published.body)).toMatchObject({ ok: true, problems: [] });
    const { body } = await house.anonymous.get<Entry>('/v1/tools/acme/signed/versions/1.0.0');
    expect(await verify(body)).toMatchObject({ ok: true });
    const shipped = await house.admin.get<{ items: Entry[] }>('/v1/tools?namespace=assay');
    expect(shipped.body.items.length).toBeGreaterThan(0);
    for (const entry of shipped.body.items) expect(await verify(entry)).toMatchObject({ ok: true });
  });

  it('does not let an entry be changed unnoticed', async () => {
    const { body } = await house.anonymous.get<Entry>('/v1/tools/acme/signed');
    expect(await verify({ ...body, description: 'Creates an order, and sends a copy elsewhere.' })).toMatchObject({
      ok: false,
    });
  });
});

describe('a publisher', () => {
  it('registers a key once, and it is there for everybody to check with', async () => {
    const added = await publisher.post<PublisherKeyView>('/v1/namespaces/acme/keys', {
      publicKey: pem,
      title: 'laptop',
    });
    expect(added).toMatchObject({
      status: 201,
      body: { publicKey: pem, title: 'laptop', retiredAt: null, createdBy: 'agent:pat' },
    });
    const again = await publisher.post('/v1/namespaces/acme/keys', { publicKey: pem });
    expect(again).toMatchObject({ status: 200, body: { title: 'laptop' } });
    expect(await publisherKeys()).toEqual([added.body]);
  });

  it('signs what it publishes', async () => {
    const manifest = httpManifest('acme/orders', { visibility: 'public' });
    const [key] = await publisherKeys();
    const { status, body } = await publish(manifest, await header(manifest, key?.keyId ?? ''));
    expect(status).toBe(201);
    expect(body.signatures).toMatchObject([{ by: 'registry' }, { by: 'publisher', keyId: key?.keyId }]);
    expect(await verify(body)).toMatchObject({ ok: true, signatures: [{ problem: null }, { problem: null }] });
  });

  it('may sign later what it published before, once', async () => {
    const manifest = httpManifest('acme/later');
    expect((await publish(manifest)).body.signatures).toHaveLength(1);
    const [key] = await publisherKeys();
    const signed = await publish(manifest, await header(manifest, key?.keyId ?? ''));
    expect(signed).toMatchObject({ status: 200, body: { signatures: [{ by: 'registry' }, { by: 'publisher' }] } });
    await publish(manifest, await header(manifest, key?.keyId ?? ''));
    const { body } = await house.anonymous.get<Entry>('/v1/tools/acme/later');
    expect(body.signatures).toHaveLength(2);
    expect(await verify(body)).toMatchObject({ ok: true });
  });

  it('is refused a signature that does not fit, of an unknown key, or that is none, and nothing is published', async () => {
    const manifest = httpManifest('acme/refused');
    const [key] = await publisherKeys();
    const other = await header(httpManifest('acme/refused', { version: '2.0.0' }), key?.keyId ?? '');
    expect(await publish(manifest, other)).toMatchObject({
      status: 422,
      body: { code: 'invalid_signature', signedText: entryText(manifest, await manifestDigest(manifest)) },
    });
    expect(await publish(manifest, await header(manifest, 'f'.repeat(16)))).toMatchObject({
      status: 422,
      body: { code: 'invalid_signature', detail: expect.stringContaining('register the public key') },
    });
    expect(await publish(manifest, { 'assay-signature': 'of ann' })).toMatchObject({
      status: 400,
      body: { code: 'malformed_request' },
    });
    expect((await publisher.get('/v1/tools/acme/refused')).status).toBe(404);
  });

  it('reports an invalid public key, and a caller who may not set it', async () => {
    const secret = String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
    for (const text of [secret, 'x'.repeat(50)])
      expect(await publisher.post('/v1/namespaces/acme/keys', { publicKey: text })).toMatchObject({
        status: 422,
        body: { code: 'invalid_request', errors: [{ path: '/publicKey' }] },
      });
    expect(house.logs()).not.toContain(secret.split('\n')[1]);
    const stranger = await house.as('eve', { role: 'publisher' });
    expect((await stranger.post('/v1/namespaces/acme/keys', { publicKey: pem })).status).toBe(403);
    expect((await house.anonymous.get('/v1/namespaces/none/keys')).status).toBe(404);
  });

  it('retires a key: it signs nothing new, and what it signed still holds', async () => {
    const [key] = await publisherKeys();
    const path = `/v1/namespaces/acme/keys/${key?.keyId}`;
    expect(await publisher.delete(path)).toMatchObject({ status: 200, body: { retiredAt: expect.any(String) } });
    const manifest = httpManifest('acme/after');
    expect(await publish(manifest, await header(manifest, key?.keyId ?? ''))).toMatchObject({ status: 422 });
    expect(await publisher.post('/v1/namespaces/acme/keys', { publicKey: pem })).toMatchObject({ status: 409 });
    const { body } = await house.anonymous.get<Entry>('/v1/tools/acme/orders');
    expect(await verify(body)).toMatchObject({ ok: true });
  });
});

describe('after a rename', () => {
  it('entries are verified under the name they were published with, and keys go with their namespace', async () => {
    const { publicKey: other, privateKey: own } = generateKeyPairSync('ed25519');
    await publisher.post('/v1/namespaces', { name: 'oldco', visibility: 'public' });
    const spki = String(other.export({ format: 'pem', type: 'spki' }));
    const key = await publisher.post<PublisherKeyView>('/v1/namespaces/oldco/keys', { publicKey: spki });
    const manifest = httpManifest('oldco/orders');
    const text = entryText(manifest, await manifestDigest(manifest));
    const signature = sign(null, Buffer.from(text), own).toString('base64url');
    const given = { 'assay-signature': `keyid=${key.body.keyId}; sig=${signature}` };
    expect((await publish(manifest, given)).status).toBe(201);
    expect((await publisher.post('/v1/tools/oldco/orders/rename', { to: 'oldco/purchases' })).status).toBe(200);
    expect((await publisher.post('/v1/namespaces/oldco/rename', { to: 'newco' })).status).toBe(200);
    const { body } = await house.anonymous.get<Entry>('/v1/tools/newco/purchases');
    expect(body).toMatchObject({ name: 'newco/purchases', publishedAs: 'oldco/orders' });
    const { items } = (await house.anonymous.get<{ items: PublisherKeyView[] }>('/v1/namespaces/newco/keys')).body;
    expect(items).toMatchObject([{ keyId: key.body.keyId }]);
    const registry = (await registryKeys()).map((it) => ({ ...it, until: it.validUntil }));
    expect(await verifyEntry(body, { registry, publisher: items })).toMatchObject({ ok: true });
  });
});

describe('after a change of the registry’s key', () => {
  it('former signatures hold, new ones are made, and what had none is signed at the start', async () => {
    await house.sql(`UPDATE tool_versions SET signatures = '[]' WHERE tool = 'later'`);
    const [former] = await registryKeys();
    writeFileSync(join(house.home, 'signing.key'), 'k'.repeat(40));
    await house.restart();
    const keys = await registryKeys();
    expect(keys.map((it) => [it.keyId === former?.keyId, it.validUntil === null])).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(house.logs()).toContain('this registry signs with another key than before');
    const entry = async (name: string) => (await house.anonymous.get<Entry>(`/v1/tools/acme/${name}`)).body;
    expect(await verify(await entry('signed'))).toMatchObject({ ok: true });
    const later = await entry('later');
    expect(later.signatures).toMatchObject([{ by: 'registry', keyId: keys[0]?.keyId }]);
    expect(await verify(later)).toMatchObject({ ok: true });
    expect((await house.admin.post<Entry>('/v1/tools', httpManifest('acme/new'))).status).toBe(201);
    expect((await entry('new')).signatures).toMatchObject([{ keyId: keys[0]?.keyId }]);
  });
});

describe('canonical JSON', () => {
  it('is the same text in client and server, for whatever JSON there is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(clientJson(value)).toBe(canonicalJson(value));
      }),
    );
  });
});
