import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Entry } from '@assay/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { canonicalJson } from './canonical-json.js';
import { entryText, manifestDigest, manifestOf } from './manifest-of.js';
import type { TrustedKey } from './public-key.js';
import { type TrustedKeys, verifyEntry } from './verify-entry.js';

interface Pair {
  readonly keyId: string;
  readonly trusted: TrustedKey;
  readonly privateKey: KeyObject;
}

function aPair(): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const keyId = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16);
  return { keyId, privateKey, trusted: { publicKey: String(publicKey.export({ format: 'pem', type: 'spki' })) } };
}

const registry = aPair();
const publisher = aPair();
const other = aPair();
const trusted: TrustedKeys = { registry: [other.trusted, registry.trusted], publisher: [publisher.trusted] };
const manifest = {
  name: 'acme/orders.create',
  version: '1.0.0+build.7',
  description: 'Creates an order. "é" 🧾',
  inputSchema: { type: 'object', properties: { z: { maximum: 1e21 }, a: {} } },
  protocol: 'mcp' as const,
  endpoint: { server: 'acme/orders', tool: 'create' },
};
let entry: Entry;

async function signedEntry(own: object = manifest, shown: object = {}): Promise<Entry> {
  const digest = await manifestDigest(own as never);
  const text = entryText(own as typeof manifest, digest);
  const by = (role: 'registry' | 'publisher', { keyId, privateKey }: Pair) => ({
    by: role,
    keyId,
    signature: sign(null, Buffer.from(text), privateKey).toString('base64url'),
    signedAt: '2026-11-22T00:00:00.000Z',
  });
  return {
    ...own,
    id: '0198f000-0000-7000-8000-000000000001',
    visibility: 'organisation',
    declaredVisibility: null,
    status: 'ACTIVE',
    usageCount: 3,
    manifestDigest: digest,
    signatures: [by('registry', registry), by('publisher', publisher)],
    ...shown,
  } as unknown as Entry;
}

beforeAll(async () => {
  entry = await signedEntry();
});

describe('canonicalJson', () => {
  it.each([
    [{ b: 1, a: [true, null, 'é"\n'] }, '{"a":[true,null,"é\\"\\n"],"b":1}'],
    [{ '\u20ac': 1, '\r': 2, '1': 3, '\ud83d\ude00': 4, '\ufb33': 5 }, '{"\\r":2,"1":3,"€":1,"😀":4,"\ufb33":5}'],
    [[1e21, 1e-7, -0, 4.5, 100], '[1e+21,1e-7,0,4.5,100]'],
    [{ a: undefined, b: 'lone \ud800' }, '{"b":"lone \\ud800"}'],
  ])('writes %j', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });
});

describe('manifestOf', () => {
  it('takes the registry’s words out of an entry', () => {
    expect(manifestOf(entry)).toEqual(manifest);
  });

  it('keeps the manifest’s own visibility and, after a rename, its own name', async () => {
    const own = { ...manifest, visibility: 'public' };
    const shown = await signedEntry(own, {
      visibility: 'organisation',
      declaredVisibility: 'public',
      name: 'acme/new-name',
      publishedAs: manifest.name,
    });
    expect(manifestOf(shown)).toEqual(own);
    expect((await verifyEntry(shown, trusted)).ok).toBe(true);
  });
});

describe('verifyEntry', () => {
  it('finds all well: the digest, the registry and the publisher', async () => {
    expect(await verifyEntry(entry, trusted)).toEqual({
      ok: true,
      digest: { stated: entry.manifestDigest, computed: entry.manifestDigest, holds: true },
      signatures: [
        { by: 'registry', keyId: registry.keyId, signedAt: '2026-11-22T00:00:00.000Z', problem: null },
        { by: 'publisher', keyId: publisher.keyId, signedAt: '2026-11-22T00:00:00.000Z', problem: null },
      ],
      problems: [],
    });
  });

  it.each<[string, (of: Entry) => object, RegExp]>([
    ['another description', () => ({ description: 'Deletes everything.' }), /^The manifest is not the one/],
    ['another member deep inside', (of) => ({ inputSchema: { ...of.inputSchema, required: ['a'] } }), /is not the one/],
    ['another visibility of its own', () => ({ declaredVisibility: 'public' }), /is not the one/],
    ['another name', () => ({ name: 'evil/orders.create' }), /is not the one/],
    ['no signatures', () => ({ signatures: [] }), /^The registry has not signed it\.$/],
    ['the publisher’s alone', (of) => ({ signatures: of.signatures.slice(1) }), /^The registry has not signed it\.$/],
    [
      'the signatures of each other',
      (of) => ({ signatures: of.signatures.map((it, n) => ({ ...it, signature: of.signatures[1 - n]?.signature })) }),
      /^The registry's signature does not match the manifest with key/,
    ],
    [
      'a key of the publisher in the registry’s place',
      (of) => ({
        signatures: of.signatures.map((it) => ({ ...it, by: it.by === 'registry' ? 'publisher' : 'registry' })),
      }),
      /which is not among your trusted keys/,
    ],
    [
      'a signature that is none',
      (of) => ({ signatures: [{ ...of.signatures[0], signature: '***' }] }),
      /^The registry's signature does not match/,
    ],
  ])('does not believe an entry with %s', async (_, change, problem) => {
    const { ok, problems } = await verifyEntry({ ...entry, ...change(entry) } as Entry, trusted);
    expect(ok).toBe(false);
    expect(problems[0]).toMatch(problem);
  });

  it('believes no stated digest: manifest and digest changed together do not fit the signatures', async () => {
    const forged = { ...entry, description: 'Deletes everything.' };
    const digest = await manifestDigest(manifestOf(forged));
    const { ok, digest: checked, problems } = await verifyEntry({ ...forged, manifestDigest: digest }, trusted);
    expect({ ok, holds: checked.holds }).toEqual({ ok: false, holds: true });
    expect(problems).toHaveLength(2);
  });

  it('trusts a key that has ended for what it signed before', async () => {
    const ending = (until: string) => ({ ...trusted, registry: [{ ...registry.trusted, until }] });
    expect((await verifyEntry(entry, ending('2026-11-22T00:00:00Z'))).ok).toBe(true);
    const late = await verifyEntry(entry, ending('2026-11-21T00:00:00Z'));
    expect(late.problems[0]).toMatch(/was made after the key .* had ended \(2026-11-21/);
  });

  it('names a key it was not given', async () => {
    const { problems } = await verifyEntry(entry, { registry: [registry.trusted], publisher: [] });
    expect(problems).toEqual([
      `The publisher's signature was made with the key ${publisher.keyId}, which is not among your trusted keys.`,
    ]);
  });

  it.each(['', 'no key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'])(
    'says that %j is no key to trust',
    async (publicKey) => {
      await expect(verifyEntry(entry, { registry: [{ publicKey }], publisher: [] })).rejects.toThrow(TypeError);
    },
  );
});
