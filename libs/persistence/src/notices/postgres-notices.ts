import { type DeliveringNotices, noticeBody, type QueuedDelivery } from '@assay/identity';
import type { Clock, Notice, Random, Recipient } from '@assay/kernel';
import type pg from 'pg';

/**
 * Writes notices for people and webhooks, in one statement and so in one transaction: a notification per principal, and
 * a delivery for each webhook of a recipient's organisation that subscribes to the kind. Notices with an existing key
 * are skipped, as are deleted principals.
 */
export class PostgresNotices implements DeliveringNotices {
  constructor(
    private readonly pool: pg.Pool,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  async send(notices: readonly Notice[]): Promise<void> {
    await this.write(notices);
  }

  async write(notices: readonly Notice[]): Promise<readonly QueuedDelivery[]> {
    const recipients = notices.flatMap((notice, index) => notice.to.map((recipient) => ({ index, ...recipient })));
    if (recipients.length === 0) return [];
    const at = this.clock.now();
    const messages = notices.flatMap((notice, index) =>
      [...byOrganisation(notice)].map(([organisation, recipients]) => ({
        index,
        organisation,
        body: noticeBody(notice, recipients, at),
      })),
    );
    const { rows } = await this.pool.query<QueuedDelivery>({
      name: 'send-notices',
      text: statement,
      values: [
        at,
        notices.map((_, index) => index),
        notices.map(({ key }) => key),
        notices.map(({ kind }) => kind),
        notices.map(({ subject }) => keepable(subject)),
        notices.map(({ text }) => keepable(text)),
        JSON.stringify(notices.map(({ details }) => details)),
        recipients.map(({ index }) => index),
        recipients.map(() => this.random.uuid()),
        recipients.map(({ organisationId }) => organisationId),
        recipients.map(({ principalId }) => principalId),
        messages.map(({ index }) => index),
        messages.map(({ organisation }) => organisation),
        messages.map(({ body }) => body),
      ],
    });
    return rows;
  }
}

/** PostgreSQL keeps no NUL in a text. */
const keepable = (text: string): string => text.replaceAll('\0', '\ufffd');

function byOrganisation({ to }: Notice): Map<string, Recipient[]> {
  const found = new Map<string, Recipient[]>();
  for (const recipient of to) {
    const present = found.get(recipient.organisationId) ?? [];
    if (!present.some((it) => it.principalId === recipient.principalId))
      found.set(recipient.organisationId, [...present, recipient]);
  }
  return found;
}

/** Rows go in by key order: two replicas that send the same notices wait for each other and never in a circle. */
const statement = `
  WITH notice AS (
    SELECT * FROM ROWS FROM (
      unnest($2::int[]), unnest($3::text[]), unnest($4::text[]), unnest($5::text[]), unnest($6::text[]),
      json_array_elements($7::json)
    ) AS t (place, key, kind, subject, text, details)
  ), reached AS (
    SELECT t.place, t.id, principals.organisation_id, principals.id AS principal_id
    FROM unnest($8::int[], $9::uuid[], $10::uuid[], $11::uuid[]) AS t (place, id, organisation_id, principal_id)
    JOIN principals ON principals.id = t.principal_id AND principals.organisation_id = t.organisation_id
  ), told AS (
    INSERT INTO notifications (id, organisation_id, principal_id, key, kind, subject, text, details, created_at)
    SELECT reached.id, organisation_id, principal_id, key, kind, subject, text, details, to_timestamp($1::bigint / 1000.0)
    FROM notice JOIN reached USING (place) ORDER BY key, principal_id
    ON CONFLICT (key, principal_id) DO NOTHING
  ), wanted AS (
    SELECT webhooks.id, webhooks.organisation_id, notice.key, notice.kind, notice.subject, message.body
    FROM notice
    JOIN unnest($12::int[], $13::uuid[], $14::text[]) AS message (place, organisation_id, body) USING (place)
    JOIN webhooks ON webhooks.organisation_id = message.organisation_id
      AND (webhooks.kinds = '{}' OR notice.kind = ANY (webhooks.kinds))
    ORDER BY webhooks.id, notice.key
    FOR KEY SHARE OF webhooks
  )
  INSERT INTO webhook_deliveries
    (id, organisation_id, webhook_id, key, kind, subject, body, state, attempts, next_attempt_at, created_at)
  SELECT gen_random_uuid(), organisation_id, id, key, kind, subject, body, 'pending', 0,
    to_timestamp($1::bigint / 1000.0), to_timestamp($1::bigint / 1000.0)
  FROM wanted
  ON CONFLICT (webhook_id, key) DO NOTHING
  RETURNING id AS delivery, webhook_id AS webhook`;
