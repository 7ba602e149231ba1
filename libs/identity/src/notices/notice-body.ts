import { isoTime, type Notice } from '@assay/kernel';

/**
 * The body of a webhook request in the Standard Webhooks convention: `type`, `timestamp`, `data`. `principals` are the
 * ids of the notice's recipients in the webhook's own organisation.
 */
export const noticeBody = (
  { kind, subject, text, details }: Notice,
  principals: readonly string[],
  at: number,
): string => JSON.stringify({ type: kind, timestamp: isoTime(at), data: { subject, text, details, principals } });

export const pingBody = (webhookId: string, at: number): string =>
  JSON.stringify({
    type: 'ping',
    timestamp: isoTime(at),
    data: { subject: webhookId, text: 'A test of this webhook. Nothing has happened.' },
  });
