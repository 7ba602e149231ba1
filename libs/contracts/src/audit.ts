import { z } from 'zod';

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
  length: z.int(),
  chains: z.int(),
  firstBreak: z.object({ chain: z.string(), sequence: z.int(), reason: z.string() }).optional(),
});
export type AuditVerdict = z.infer<typeof auditVerdictSchema>;
