import { z } from 'zod';
import { keptText } from './kept.js';
import { noticeKindSchema, noticeKinds } from './notices.js';

const urlSchema = keptText(2_048).refine(
  isPlainHttp,
  'must be an http or https address without user, password and fragment',
);

function isPlainHttp(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}

const kindsSchema = z.array(noticeKindSchema).min(1).max(noticeKinds.length);
const descriptionSchema = keptText(500);

/** `whsec_` and 24 to 64 bytes in base64, as the Standard Webhooks convention has it. */
const secretSchema = z
  .string()
  .regex(
    /^whsec_(?=.{32,88}$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
    'must be "whsec_" and 24 to 64 bytes in base64; omit it to have one generated',
  );

export const createWebhookSchema = z.strictObject({
  url: urlSchema,
  kinds: kindsSchema.optional().describe('All kinds when absent'),
  secret: secretSchema.optional().describe('Generated and shown once when absent'),
  description: descriptionSchema.optional(),
});
export type CreateWebhook = z.infer<typeof createWebhookSchema>;

export const changeWebhookSchema = z
  .strictObject({
    url: urlSchema.optional(),
    kinds: kindsSchema.nullable().optional().describe('Null for all kinds'),
    secret: secretSchema.optional(),
    description: descriptionSchema.nullable().optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'must change something: url, kinds, secret or description');
export type ChangeWebhook = z.infer<typeof changeWebhookSchema>;

export const webhookSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  kinds: z.array(noticeKindSchema).nullable().describe('Null: every kind'),
  description: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  failingSince: z.iso.datetime().nullable().describe('First failed attempt since the last success'),
  lastError: z.string().nullable(),
  lastDeliveredAt: z.iso.datetime().nullable(),
  pending: z.int().describe('Deliveries waiting for their next attempt'),
  dead: z.int().describe('Deliveries that were given up; they can be retried manually'),
});
export type WebhookView = z.infer<typeof webhookSchema>;

export const createdWebhookSchema = webhookSchema.extend({
  secret: z.string().nullable().describe('Shown only once; null when you supplied your own'),
});
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>;

export const deliveryStates = ['pending', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const deliverySchema = z.object({
  id: z.uuid().describe('Sent as webhook-id, the same for every attempt'),
  kind: z.enum([...noticeKinds, 'ping']),
  subject: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  nextAttemptAt: z.iso.datetime().nullable(),
  lastAttemptAt: z.iso.datetime().nullable(),
  lastStatus: z.int().nullable().describe('HTTP status of the last attempt; null without a response'),
  lastError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime().nullable(),
});
export type DeliveryView = z.infer<typeof deliverySchema>;
