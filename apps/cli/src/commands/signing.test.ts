import { createHash, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Entry, entryText, manifestDigest, manifestOf } from '@assay/sdk';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entry } from '../entries.fixture.js';
import { assay, emptyFolder, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

function aPair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const keyId = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16);
  return { keyId, publicKey, privateKey, pem: String(publicKey.export({ format: 'pem', type: 'spki' })) };
}
const registry = aPair();
const publisher = aPair();
const pkcs8 = (key: KeyObject) => String(key.export({ format: 'pem', type: 'pkcs8' }));

const versionLine = 'GET /v1/tools/acme/orders.create/versions/1.2.0';
const keysLine = 'GET /.well-known/assay-keys.json';
const publishersLine = 'GET /v1/namespaces/acme/keys';
const keysDocument = { keys: [{ keyId: registry.keyId, publicKey: registry.pem, validUntil: null }] };
const publishersDocument = {
  items: [{ keyId: publisher.keyId, publicKey: publisher.pem, retiredAt: null }],
  nextCursor: null,
};
const reference = 'acme/orders.create@1.2.0';
let signed: Entry;
let answers: Record<string, unknown>;

beforeAll(async () => {
  const digest = await manifestDigest(manifestOf(entry));
  const text = Buffer.from(entryText(entry, digest));
  const by = (role: 'registry' | 'publisher', { keyId, privateKey }: ReturnType<typeof aPair>) => ({
    by: role,
    keyId,
    signature: sign(null, text, privateKey).toString('base64url'),
    signedAt: '2026-11-20T00:00:00.000Z',
  });
  const signatures = [by('registry', registry), by('publisher', publisher)];
  signed = { ...entry, manifestDigest: digest, signatures };
  answers = { [versionLine]: signed, [keysLine]: keysDocument, [publishersLine]: publishersDocument };
});

const lines = (asked: readonly { readonly line: string }[]) => asked.map(({ line }) => line);

describe('show --verify', () => {
  it('asks for the keys once, pins them, and says what it checked', async () => {
    const first = await assay(['show', reference, '--verify'], { answers });
    expect(first.code).toBe(0);
    expect(lines(first.asked)).toEqual([versionLine, keysLine, publishersLine]);
    expect(first.asked[1]?.key).toBeNull();
    expect(first.out).toContain(`${reference} matches what was published.`);
    expect(first.out).toMatch(new RegExp(`registry +valid \\(key ${registry.keyId}, 2026-11-20`));
    expect(first.out).toMatch(new RegExp(`publisher +valid \\(key ${publisher.keyId}`));
    expect(first.out).toContain(`${signed.manifestDigest}, computed from the manifest shown`);
    const again = await assay(['show', reference, '--verify'], { answers, env: { HOME: first.home } });
    expect(lines(again.asked)).toEqual([versionLine]);
    expect(again.code).toBe(0);
    const pinned = JSON.parse(await readFile(join(first.home, '.config/assay/trusted-keys.json'), 'utf8')) as object;
    expect(Object.keys(pinned)).toEqual(['http://127.0.0.1:3000']);
  });

  it('says which name was signed when the tool is shown under another one', async () => {
    const shown = { ...answers, [versionLine]: { ...signed, publishedAs: 'acme/former' } };
    const { out } = await assay(['show', reference, '--verify'], { answers: shown });
    expect(out).toMatch(/published as +acme\/former/);
    const moved = { ...answers, [versionLine]: { ...signed, publishedAs: 'elsewhere/tool' } };
    const { asked } = await assay(['show', reference, '--verify'], { answers: moved });
    expect(lines(asked).at(-1)).toMatch(/\/namespaces\/elsewhere\/keys/);
  });

  it('trusts no key that appears after the pinning, until configured to', async () => {
    const other = aPair();
    const { home } = await assay(['show', reference, '--verify'], { answers });
    const text = Buffer.from(entryText(signed, signed.manifestDigest));
    const forged = {
      ...signed.signatures[0],
      keyId: other.keyId,
      signature: sign(null, text, other.privateKey).toString('base64url'),
    };
    const theirs = {
      ...answers,
      [versionLine]: { ...signed, signatures: [forged, signed.signatures[1]] },
      [keysLine]: { keys: [{ publicKey: other.pem, validUntil: null }] },
    };
    const refused = await assay(['show', reference, '--verify'], { answers: theirs, env: { HOME: home } });
    expect(refused.code).toBe(1);
    expect(refused.out).toContain(`${reference} is NOT verified.`);
    expect(refused.out).toContain(`made with the key ${other.keyId}, which is not among your trusted keys`);
    expect(refused.err).toContain('--refresh-keys');
    const reports = await assay(['show', reference, '--verify', '--refresh-keys'], {
      answers: theirs,
      env: { HOME: home },
    });
    expect(reports.code).toBe(0);
  });

  it('fails with what differs', async () => {
    const changed = { ...answers, [versionLine]: { ...signed, description: 'Deletes every order' } };
    const { code, out } = await assay(['show', reference, '--verify'], { answers: changed });
    expect(code).toBe(1);
    expect(out).toContain('The manifest is not the one that was published');
    expect(out).toMatch(/digest +differs/);
  });

  it('works without any server, from files', async () => {
    const cwd = await emptyFolder();
    await writeFile(join(cwd, 'entry.json'), JSON.stringify(signed));
    await writeFile(join(cwd, 'keys.json'), JSON.stringify(keysDocument));
    await writeFile(join(cwd, 'publisher.pem'), publisher.pem);
    const argv = [
      'show',
      reference,
      '--verify',
      '--entry',
      'entry.json',
      '--keys',
      'keys.json',
      '--publisher-keys',
      'publisher.pem',
    ];
    const { code, asked, out } = await assay([...argv, '--json'], { cwd });
    expect({ code, asked }).toEqual({ code: 0, asked: [] });
    expect(JSON.parse(out)).toMatchObject({
      tool: 'acme/orders.create',
      ok: true,
      digest: { holds: true },
      signatures: [
        { by: 'registry', problem: null },
        { by: 'publisher', problem: null },
      ],
      keysFrom: { registry: 'keys.json', publisher: 'publisher.pem' },
    });
  });

  it('needs no publisher’s key where the publisher gave no signature', async () => {
    const alone = { ...answers, [versionLine]: { ...signed, signatures: signed.signatures.slice(0, 1) } };
    const { code, asked, out } = await assay(['show', reference, '--verify'], { answers: alone });
    expect({ code, asked: lines(asked) }).toEqual({ code: 0, asked: [versionLine, keysLine] });
    expect(out).toMatch(/publisher +gave no signature/);
  });

  it.each([
    ['--keys without --verify', ['--keys', 'x'], 'require --verify'],
    ['a key file that is not there', ['--verify', '--keys', 'none.pem'], 'File not found: none.pem'],
    ['a file that holds no keys', ['--verify', '--keys', 'empty.json'], 'empty.json has no Ed25519 public keys'],
    ['a private key for a public one', ['--verify', '--keys', 'private.pem'], 'private.pem has no Ed25519 public keys'],
    ['an entry of another tool', ['--verify', '--entry', 'other.json'], 'is the entry of acme/other@1.2.0'],
    ['a file that is not an entry', ['--verify', '--entry', 'empty.json'], 'is not an entry'],
  ])('refuses %s', async (_, options, message) => {
    const cwd = await emptyFolder();
    await writeFile(join(cwd, 'empty.json'), '{"keys": []}');
    await writeFile(join(cwd, 'private.pem'), pkcs8(registry.privateKey));
    await writeFile(join(cwd, 'other.json'), JSON.stringify({ ...signed, name: 'acme/other' }));
    const { code, err } = await assay(['show', reference, ...options], { answers, cwd });
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('publish --sign', () => {
  it('sends the manifest with a signature that its key checks', async () => {
    const cwd = await emptyFolder();
    const manifest = manifestOf(entry);
    await writeFile(join(cwd, 'm.json'), JSON.stringify(manifest));
    await writeFile(join(cwd, 'key.pem'), pkcs8(publisher.privateKey));
    const { code, asked } = await assay(['publish', 'm.json', '--sign', 'key.pem'], {
      answers: { 'POST /v1/tools': entry },
      cwd,
    });
    expect(code).toBe(0);
    const [, keyId, signature = ''] =
      /^keyid=(.*); sig=(.*)$/.exec(asked.at(-1)?.headers.get('assay-signature') ?? '') ?? [];
    const text = Buffer.from(entryText(manifest, await manifestDigest(manifest)));
    expect(keyId).toBe(publisher.keyId);
    expect(verify(null, text, publisher.publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(asked.at(-1)?.body).toEqual(manifest);
  });

  it.each(['none.pem', 'public.pem', 'm.json'])('refuses %s as a key, and publishes nothing', async (file) => {
    const cwd = await emptyFolder();
    await writeFile(join(cwd, 'm.json'), '{}');
    await writeFile(join(cwd, 'public.pem'), publisher.pem);
    const { code, asked } = await assay(['publish', 'm.json', '--sign', file], { cwd });
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
  });
});

describe('publisher-keys', () => {
  const view = {
    keyId: publisher.keyId,
    algorithm: 'Ed25519',
    publicKey: publisher.pem,
    title: 'laptop',
    createdAt: '2026-11-20T00:00:00Z',
    createdBy: 'user:ann',
    retiredAt: null,
  };

  it('sends the public part alone, whichever key it is given', async () => {
    const cwd = await emptyFolder();
    await writeFile(join(cwd, 'key.pem'), pkcs8(publisher.privateKey));
    const argv = ['publisher-keys', 'add', 'acme', 'key.pem', '--title', 'laptop'];
    const { code, asked, out } = await assay(argv, { answers: { 'POST /v1/namespaces/acme/keys': view }, cwd });
    expect(code).toBe(0);
    expect(asked[0]?.body).toEqual({ publicKey: publisher.pem, title: 'laptop' });
    expect(out).toBe(`Registered: versions of acme may be signed with the key ${publisher.keyId}.\n`);
    await writeFile(join(cwd, 'bad.pem'), 'nothing');
    expect(await assay(['publisher-keys', 'add', 'acme', 'bad.pem'], { cwd })).toMatchObject({ code: 2, asked: [] });
  });

  it('lists and retires', async () => {
    const list = { 'GET /v1/namespaces/acme/keys?limit=50': { items: [view], nextCursor: null } };
    const shown = await assay(['publisher-keys', 'list', 'acme'], { answers: list });
    expect(shown.out).toContain(publisher.keyId);
    const line = `DELETE /v1/namespaces/acme/keys/${publisher.keyId}`;
    const retired = await assay(['publisher-keys', 'retire', 'acme', publisher.keyId], { answers: { [line]: view } });
    expect(retired.out).toContain('can sign no new versions in acme');
    const missing = problem(404, 'not_found', '"acme" has no key x.');
    const gone = await assay(['publisher-keys', 'retire', 'acme', 'x'], {
      answers: { 'DELETE /v1/namespaces/acme/keys/x': missing },
    });
    expect(gone).toMatchObject({ code: 1, err: '"acme" has no key x.\n' });
  });
});
