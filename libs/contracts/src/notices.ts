import { z } from 'zod';

/** The kinds of notices for people and webhooks. A webhook may subscribe to some of them. */
export const noticeKinds = [
  'version.deprecated',
  'version.sunset-soon',
  'version.sunset',
  'version.yanked',
  'version.restored',
  'version.quarantined',
  'version.released',
  'version.promoted',
  'version.demoted',
  'verification.failed',
  'verification.recovered',
  'trust.fading',
  'tool.revoked',
  'tool.reinstated',
  'namespace.transferred',
  'namespace.renamed',
  'tool.renamed',
  'review.opened',
  'review.decided',
  'mirror.failing',
  'finding.recorded',
  'alert.raised',
  'revocation.appealed',
  'call.outcome-unknown',
  'approval.opened',
  'approval.delegated',
  'approval.decided',
  'approval.expired',
  'escalation.opened',
  'escalation.resolved',
  'escalation.expired',
  'question.opened',
  'connection.broken',
  'connection.refused',
  'saga.compensation-failed',
  'canary.rolled-back',
  'account.reset',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
export const noticeKindSchema = z.enum(noticeKinds);

/** A notification of one principal, in the application. */
export const notificationSchema = z.object({
  id: z.uuid(),
  kind: noticeKindSchema,
  subject: z.string().describe('What it is about: ns/tool@version, ns/tool or a namespace'),
  text: z.string(),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
});
export type NotificationView = z.infer<typeof notificationSchema>;

export const readAllSchema = z.object({ read: z.int().describe('How many were unread') });
export type ReadAll = z.infer<typeof readAllSchema>;
