import { describe, expect, it } from '@jest/globals';
import { AuditKeys, checkpointText, groupText, signCheckpoint, signGroup } from './audit-signatures.js';
import { digestText } from './digest.js';
import { merkleRoot } from './merkle-tree.js';
import { FakeSigner } from './testing/fake-signer.js';

const signer = new FakeSigner();
const hashes = ['a', 'b', 'c'].map(digestText);
const at = Date.parse('2026-11-22T08:00:00Z');
const group = signGroup(signer, { chain: 'r/1', first: 4, hashes }, at);
const keys = (validUntil: number | null = null) =>
  new AuditKeys([{ keyId: signer.keyId, publicKey: signer.pem, validUntil }], signer);

describe('the signed text', () => {
  it('of a group: purpose, chain, records, root and time, one per line', () => {
    expect(group).toMatchObject({ first: 4, last: 6, root: merkleRoot(hashes), keyId: signer.keyId });
    expect(groupText(group)).toBe(`assay-receipts-v1\nr/1\n4-6\n${group.root}\n2026-11-22T08:00:00.000Z`);
  });

  it('of a checkpoint: purpose, number, chain, position, hash, state and time', () => {
    const draft = { number: 7, chain: 'r/1', sequence: 6, hash: 'sha256:00', state: 'closed', at } as const;
    expect(checkpointText(draft)).toBe('assay-checkpoint-v1\n7\nr/1\n6\nsha256:00\nclosed\n2026-11-22T08:00:00.000Z');
    expect(keys().problem(checkpointText(draft), signCheckpoint(signer, draft), at)).toBeUndefined();
  });
});

describe('AuditKeys', () => {
  it('verifies a signature with its key, and remembers the keys used', () => {
    const known = keys();
    expect(known.problem(groupText(group), group, at)).toBeUndefined();
    expect([...known.used]).toEqual([signer.keyId]);
    expect(known.problem(groupText({ ...group, last: 7 }), group, at)).toMatch(/not one of the key/);
  });

  it('rejects an unknown key, and a key after its end', () => {
    const other = signGroup(new FakeSigner('key of somebody'), { chain: 'r/1', first: 4, hashes }, at);
    expect(keys().problem(groupText(other), other, at)).toMatch(/none of the registry's/);
    expect(keys(at).problem(groupText(group), group, at)).toBeUndefined();
    expect(keys(at - 1).problem(groupText(group), group, at)).toMatch(/had ended/);
  });
});
