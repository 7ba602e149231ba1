import { isoTime, type Notice } from '@assay/kernel';

/**
 * What a webhook is sent, as the Standard Webhooks convention lays it out: `type`, `timestamp`, `data`. `principals` are
 * the ids of those of the webhook's own organisation whom the notice reaches.
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
