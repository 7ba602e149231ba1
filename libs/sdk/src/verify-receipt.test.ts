import type { Envelope, SignedReceipt } from '@assay/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aSigner, chain, groupOf, signedAt, someRecords } from './audit.fixture.js';
import { digestJson, sha256 } from './canonical-json.js';
import { verifyReceipt } from './verify-receipt.js';

const registry = aSigner();
const stranger = aSigner();
const trusted = [stranger, registry].map(({ publicKey }) => ({ publicKey }));
const id = '00000000-0000-7000-8000-0000000000aa';
let receipt: SignedReceipt;
let envelope: Envelope;

/** Path of the second of two leaves: the first one's hash as a leaf. */
const leaf = async (hash: string) =>
  `sha256:${await sha256(new Uint8Array([0, ...Buffer.from(hash.slice('sha256:'.length), 'hex')]))}`;

beforeAll(async () => {
  const output = { total: 3 };
  const resultDigest = await digestJson(output);
  const [first, second] = await someRecords(2, () => ({
    ...{ invocationId: id, status: 'succeeded', argumentsDigest: 'sha256:a', resultDigest },
  }));
  if (first === undefined || second === undefined) throw new Error('two were asked for');
  const group = await groupOf([first, second], registry);
  receipt = { invocationId: id, record: second, proof: { ...group, index: 1, path: [await leaf(first.hash)] } };
  envelope = {
    ...{ id, status: 'succeeded', tool: 'acme/orders.create', version: '1.0.0', output },
    provenance: { argumentsDigest: 'sha256:a', resultDigest },
    receipt: { chain, sequence: 2, hash: second.hash },
  } as unknown as Envelope;
});

const with_ = (parts: object): SignedReceipt => ({ ...receipt, ...parts }) as SignedReceipt;
const proofWith = (parts: object): SignedReceipt => with_({ proof: { ...receipt.proof, ...parts } });

describe('verifyReceipt', () => {
  it('holds a receipt against a key that is trusted, and the envelope against the receipt', async () => {
    const good = { ok: true, keyId: registry.keyId, signedAt, problems: [] };
    expect(await verifyReceipt(receipt, trusted)).toEqual(good);
    expect(await verifyReceipt(receipt, trusted, envelope)).toEqual(good);
  });

  it.each<[string, () => SignedReceipt, string]>([
    ['another record', () => with_({ record: { ...receipt.record, subject: 'x' } }), 'not the one that was hashed'],
    ['another call', () => with_({ invocationId: 'x' }), 'that of another call'],
    ['another place', () => proofWith({ index: 0 }), 'does not lead'],
    ['another path', () => proofWith({ path: [receipt.record.hash] }), 'does not lead'],
    ['a path that is none', () => proofWith({ path: ['x'] }), 'does not lead'],
    ['another chain', () => proofWith({ chain: 'replica/2' }), 'does not lead'],
    ['another root', () => proofWith({ root: receipt.record.hash }), 'does not lead'],
    ['another time', () => proofWith({ signedAt: '2027-01-01T00:00:00.000Z' }), 'none of the key'],
    ['a signature of somebody trusted for other things', () => proofWith({ keyId: stranger.keyId }), 'none of the key'],
    ['no proof', () => with_({ proof: null }), 'no signature of its own'],
  ])('refuses %s', async (_, given, problem) => {
    const found = await verifyReceipt(given(), trusted);
    expect(found.ok).toBe(false);
    expect(found.problems.join(' ')).toContain(problem);
  });

  it('refuses keys that are not trusted, or were not any more', async () => {
    expect((await verifyReceipt(receipt, [])).problems).toEqual([
      `The signature was made with the key ${registry.keyId}, which is not among your trusted keys.`,
    ]);
    const ended = [{ publicKey: registry.publicKey, until: '2026-11-01T00:00:00Z' }];
    expect((await verifyReceipt(receipt, ended)).problems[0]).toContain('had ended');
    await expect(verifyReceipt(receipt, [{ publicKey: 'x' }])).rejects.toThrow(TypeError);
  });

  it.each<[string, object, string]>([
    ['id', { id: 'x' }, 'id'],
    ['status', { status: 'failed' }, 'status'],
    ['tool', { version: '2.0.0' }, 'tool'],
    ['output', { output: { total: 4 } }, 'output'],
    ['output and no provenance', { output: { total: 4 }, provenance: null }, 'output'],
    [
      'output that claims to have no digest',
      { output: { total: 4 }, provenance: { argumentsDigest: 'sha256:a', resultDigest: null } },
      'output',
    ],
    ['receipt', { receipt: { chain, sequence: 1, hash: 'x' } }, 'receipt'],
    ['arguments', { provenance: { argumentsDigest: 'x', resultDigest: null } }, 'digest of the arguments'],
  ])('refuses an envelope with another %s', async (_, parts, what) => {
    const found = await verifyReceipt(receipt, trusted, { ...envelope, ...parts } as Envelope);
    expect(found.problems).toContain(`The envelope's ${what} is not the recorded one.`);
  });
});
