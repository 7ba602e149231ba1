import { z } from 'zod';
import { auditLineSchema, auditProgressSchema, auditRecordSchema, auditVerdictSchema } from '../audit.js';
import { keptMoment, keptText } from '../kept.js';
import { cursor, define, listOf } from './route.js';

/** What was done. */
export const auditRoutes = define({
  listAudit: {
    method: 'GET',
    path: '/v1/audit',
    tag: 'audit',
    summary: "Read your organisation's audit records, newest first",
    scope: 'admin',
    query: z.strictObject({
      ...cursor,
      action: keptText(100).optional(),
      subject: keptText(400).optional(),
    }),
    answers: { 200: listOf(auditRecordSchema) },
  },
  verifyAudit: {
    method: 'GET',
    path: '/v1/audit/verify',
    tag: 'audit',
    summary: 'Verify the audit log: hash chains, signatures and checkpoints',
    scope: 'admin',
    answers: { 200: auditVerdictSchema },
  },
  followAuditVerification: {
    method: 'GET',
    path: '/v1/audit/verify/events',
    tag: 'audit',
    summary: 'Verify the audit log and stream progress',
    scope: 'admin',
    mediaType: 'text/event-stream',
    answers: { 200: auditProgressSchema },
  },
  exportAudit: {
    method: 'GET',
    path: '/v1/audit/export',
    tag: 'audit',
    summary:
      "Export your organisation's records with everything needed to verify them elsewhere; other organisations' as hashes only",
    scope: 'admin',
    query: z.strictObject({
      from: keptMoment.optional().describe('Records of this time and later'),
      until: keptMoment.optional().describe('Records before this time'),
      cursor: z.string().max(500).optional().describe('Mark of an interrupted export: resumes after it'),
    }),
    mediaType: 'application/x-ndjson',
    answers: { 200: auditLineSchema },
  },
});
