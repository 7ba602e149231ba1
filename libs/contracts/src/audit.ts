import { z } from 'zod';
import { ed25519SignatureSchema, keyIdSchema } from './signatures.js';

export const auditRecordSchema = z.object({
  chain: z.string(),
  sequence: z.int(),
  at: z.iso.datetime(),
  organisation: z.string().nullable(),
  principal: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  previous: z.string(),
  hash: z.string(),
});
export type AuditRecordView = z.infer<typeof auditRecordSchema>;

export const auditVerdictSchema = z.object({
  ok: z.boolean(),
  length: z.int().describe('Records checked, up to the first break'),
  chains: z.int(),
  firstBreak: z.object({ chain: z.string(), sequence: z.int(), reason: z.string() }).optional(),
  groups: z.int().optional().describe('Valid signatures over groups of records'),
  checkpoints: z
    .int()
    .optional()
    .describe('Number of the last checkpoint; it never decreases, so a number noted elsewhere reveals truncation'),
  unsigned: z.int().optional().describe('Records from before receipts were signed, covered by checkpoints only'),
  uncovered: z.int().optional().describe("Records after their chain's last checkpoint; at most one minute's worth"),
  pruned: z.int().optional().describe('Records removed by retention, as stated by a checkpoint'),
  keys: z.array(keyIdSchema).optional().describe('Keys that signed records'),
});
export type AuditVerdict = z.infer<typeof auditVerdictSchema>;

/** What a follower of a verification hears; each is one server-sent event, its kind the event's name. */
export const auditProgressSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('progress'),
    checked: z.int().describe('Records so far'),
    expected: z.int().describe('Total records, as estimated by the database'),
  }),
  z.object({ kind: z.literal('verdict'), verdict: auditVerdictSchema }),
]);
export type AuditProgressView = z.infer<typeof auditProgressSchema>;

/** A record with everything its hash covers: SHA-256 over `<previous>`, a line feed, and the canonical JSON of the rest. */
export const hashedRecordSchema = z.object({
  chain: z.string(),
  sequence: z.int(),
  at: z.iso.datetime().describe('Hashed as milliseconds since the epoch'),
  organisationId: z.string().nullable(),
  principalId: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  previous: z.string(),
  hash: z.string(),
});
export type HashedRecord = z.infer<typeof hashedRecordSchema>;

/**
 * Records signed together. Signed are five lines, joined by line feeds: `assay-receipts-v1`, chain, `<first>-<last>`,
 * root, and the time of signing.
 */
export const signedGroupSchema = z.object({
  chain: z.string(),
  first: z.int(),
  last: z.int(),
  root: z.string().describe('Merkle root (RFC 6962) over the hashes of the records'),
  signedAt: z.iso.datetime(),
  keyId: keyIdSchema,
  signature: ed25519SignatureSchema,
});
export type SignedGroupView = z.infer<typeof signedGroupSchema>;

/** The way from a record's hash to the root that was signed. */
export const receiptProofSchema = signedGroupSchema.extend({
  index: z.int().describe('Place of the record in its group, from 0'),
  path: z.array(z.string()).describe('Sibling hashes on the path to the root, lowest first'),
});
export type ReceiptProof = z.infer<typeof receiptProofSchema>;

/** All it takes to check that the registry recorded a call, with the registry's public key and nothing else. */
export const signedReceiptSchema = z.object({
  invocationId: z.string(),
  record: hashedRecordSchema,
  proof: receiptProofSchema.nullable().describe('Null for calls made before receipts were signed'),
});
export type SignedReceipt = z.infer<typeof signedReceiptSchema>;

/**
 * How far a chain had come. Signed are seven lines: `assay-checkpoint-v1`, number, chain, sequence, hash, state, time.
 */
export const checkpointSchema = z.object({
  number: z.int().describe('Counts the checkpoints of all chains from 1, without gaps'),
  chain: z.string(),
  sequence: z.int(),
  hash: z.string(),
  state: z.enum(['open', 'closed', 'left', 'pruned']),
  at: z.iso.datetime(),
  keyId: keyIdSchema,
  signature: ed25519SignatureSchema,
});
export type CheckpointView = z.infer<typeof checkpointSchema>;

/** A record in an export. */
export const recordLineSchema = hashedRecordSchema.extend({ type: z.literal('record') });

/** One line of an export. */
export const auditLineSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('export'),
    version: z.literal(1),
    organisation: z.string(),
    at: z.iso.datetime(),
    from: z.iso.datetime().nullable(),
    until: z.iso.datetime().nullable(),
    checkpoints: z.int().describe('The last checkpoint when the export started'),
  }),
  recordLineSchema,
  z.object({ type: z.literal('hidden'), chain: z.string(), sequence: z.int(), hash: z.string() }),
  signedGroupSchema.extend({ type: z.literal('group') }),
  checkpointSchema.extend({ type: z.literal('checkpoint') }),
  z.object({
    type: z.literal('mark'),
    cursor: z.string().describe('Pass it to resume the export after this line'),
  }),
  z.object({ type: z.literal('end'), records: z.int(), hidden: z.int() }),
]);
export type AuditLine = z.infer<typeof auditLineSchema>;
