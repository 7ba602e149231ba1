import { z } from 'zod';
import { audiences } from '../recipients/audience.js';

const recipients = z.array(z.string().min(3).max(320)).max(50);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const fileName = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[^\p{Cc}\p{Cf}/\\:*?"<>|]+$/u, 'a plain file name');

export const attachmentField = z.union([
  z.strictObject({ name: fileName, text: z.string().max(500_000) }),
  z.strictObject({
    name: fileName,
    base64: z
      .string()
      .regex(/^[A-Za-z0-9+/]{4,}={0,2}$/)
      .max(700_000)
      .describe('Only of what is not text'),
  }),
  z.strictObject({
    name: fileName,
    message: z
      .strictObject({ folder: z.string().min(1).max(250), uid: z.int().min(1), index: z.int().min(0).max(200) })
      .describe('An attachment of a received message'),
    sha256: digest.describe('As shown by read'),
  }),
]);
export type AttachmentField = z.output<typeof attachmentField>;

export const personalDataField = z
  .enum(['none', 'intended'])
  .default('none')
  .describe('intended: the personal data in it is meant for recipients outside; policies can ask for approval');

export const messageId = z.string().regex(/^<[^\s<>]{1,250}>$/);

/** A message as it is approved and sent. */
export const sendFields = {
  to: recipients.min(1),
  cc: recipients.default([]),
  bcc: recipients.default([]),
  subject: z.string().min(1).max(250),
  body: z.string().min(1).max(100_000).describe('Plain text, with the line that says that an agent wrote it'),
  attachments: z.array(attachmentField).max(10).default([]),
  audience: z
    .enum(audiences)
    .describe(
      'Whom it reaches: internal (own domains), allowed (also addresses of the allow-list), external (anybody else), broadcast (a list, or more than 10)',
    ),
  personalData: personalDataField,
  inReplyTo: messageId.nullable().default(null),
  references: z.array(messageId).max(20).default([]),
};
export const sendInput = z.strictObject(sendFields);
export type SendInput = z.output<typeof sendInput>;
