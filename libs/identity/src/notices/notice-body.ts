import { isoTime, type Notice, type Recipient } from '@assay/kernel';

/**
 * The body of a webhook request in the Standard Webhooks convention: `type`, `timestamp`, `data`. `principals` are the
 * ids of the notice's recipients in the webhook's own organisation, and `links` has the links of those who got one.
 */
export const noticeBody = (
  { kind, subject, text, details }: Notice,
  recipients: readonly Pick<Recipient, 'principalId' | 'link'>[],
  at: number,
): string => {
  const principals = recipients.map(({ principalId }) => principalId);
  const links = recipients.flatMap(({ principalId, link }) => (link === undefined ? [] : [[principalId, link]]));
  const data = { subject, text, details, principals, ...(links.length > 0 && { links: Object.fromEntries(links) }) };
  return JSON.stringify({ type: kind, timestamp: isoTime(at), data });
};

export const pingBody = (webhookId: string, at: number): string =>
  JSON.stringify({
    type: 'ping',
    timestamp: isoTime(at),
    data: { subject: webhookId, text: 'A test of this webhook. Nothing has happened.' },
  });
