import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { AuditLine, CheckpointView, HashedRecord, SignedGroupView } from '@assay/contracts';
import { chainStart, checkpointText, groupText, recordHash } from './audit-texts.js';
import { merkleRoot } from './merkle-path.js';

/** A registry's key. */
export function aSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return {
    keyId: createHash('sha256').update(der).digest('hex').slice(0, 16),
    publicKey: String(publicKey.export({ format: 'pem', type: 'spki' })),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
}
export type ASigner = ReturnType<typeof aSigner>;

export const chain = 'replica/1';
export const signedAt = '2026-11-22T08:00:00.000Z';
export const organisationId = '00000000-0000-7000-8000-000000000001';

/** Records that follow each other, from the first of their chain on. */
export async function someRecords(
  count: number,
  details: (index: number) => Record<string, unknown> = (index) => ({ index }),
): Promise<HashedRecord[]> {
  const records: HashedRecord[] = [];
  let previous = await chainStart(chain);
  for (let index = 0; index < count; index += 1) {
    const record = {
      ...{ chain, sequence: index + 1, at: signedAt, organisationId, principalId: null },
      ...{ action: 'tool.call', subject: 'acme/orders.create@1.0.0', details: details(index), previous, hash: '' },
    };
    previous = await recordHash(record);
    records.push({ ...record, hash: previous });
  }
  return records;
}

export async function groupOf(records: readonly HashedRecord[], by: ASigner): Promise<SignedGroupView> {
  const [first, last] = [records[0]?.sequence ?? 0, records.at(-1)?.sequence ?? 0];
  const group = { chain, first, last, root: await merkleRoot(records.map(({ hash }) => hash)), signedAt };
  const text = groupText({ ...group, keyId: '', signature: '' });
  return { ...group, keyId: by.keyId, signature: by.sign(text) };
}

export function checkpointAt(
  { sequence, hash }: HashedRecord,
  by: ASigner,
  parts: Partial<CheckpointView> = {},
): CheckpointView {
  const said = { number: 1, chain, sequence, hash, state: 'open' as const, at: signedAt, keyId: by.keyId, ...parts };
  return { ...said, signature: by.sign(checkpointText({ ...said, signature: '' })) };
}

/** Five records in groups of two, the third being somebody else's, and a checkpoint at the fourth. */
export async function anExport(by: ASigner): Promise<AuditLine[]> {
  const records = await someRecords(5);
  const lines = records.map((record): AuditLine => {
    const { sequence, hash } = record;
    return sequence === 3 ? { type: 'hidden', chain, sequence, hash } : { type: 'record', ...record };
  });
  const group = async (from: number, to: number): Promise<AuditLine> => ({
    type: 'group',
    ...(await groupOf(records.slice(from, to), by)),
  });
  const checkpoint: AuditLine = { type: 'checkpoint', ...checkpointAt(records[3] as HashedRecord, by) };
  const times = { at: signedAt, from: null, until: null };
  return [
    { type: 'export', version: 1, organisation: 'acme', ...times, checkpoints: 1 },
    ...lines.slice(0, 2),
    await group(0, 2),
    { type: 'mark', cursor: 'c' },
    ...lines.slice(2, 4),
    await group(2, 4),
    checkpoint,
    ...lines.slice(4),
    await group(4, 5),
    { type: 'end', records: 4, hidden: 1 },
  ];
}
