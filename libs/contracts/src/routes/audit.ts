import { z } from 'zod';
import { auditRecordSchema, auditVerdictSchema } from '../audit.js';
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
      action: z.string().max(100).optional(),
      subject: z.string().max(400).optional(),
    }),
    answers: { 200: listOf(auditRecordSchema) },
  },
  verifyAudit: {
    method: 'GET',
    path: '/v1/audit/verify',
    tag: 'audit',
    summary: 'Check every hash chain of the audit log',
    scope: 'admin',
    answers: { 200: auditVerdictSchema },
  },
});
