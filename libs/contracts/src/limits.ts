import { z } from 'zod';
import { keptText } from './kept.js';

/** What can be limited. */
export const limitNames = [
  'provider.calls',
  'provider.calls.daily',
  'provider.publications',
  'namespace.calls',
  'tool.calls',
  'sandbox.calls',
  'sandbox.calls.own',
  'organisation.calls',
  'organisation.cost.daily',
  'caller.calls',
  'caller.calls.daily',
  'caller.cost.daily',
  'session.calls',
  'session.cost',
  'call.cost',
  'response.tokens',
  'recipient.messages',
  'channel.messages',
  'organisation.messages.daily',
  'address.logins',
  'address.failures',
] as const;
export const limitNameSchema = z.enum(limitNames);
export type LimitName = (typeof limitNames)[number];

/** What a limit is counted for, one by one. */
export const limitSubjects = ['organisation', 'namespace', 'tool', 'principal', 'address'] as const;
export type LimitSubject = (typeof limitSubjects)[number];

/** Where the number comes from: a rule for this one, a rule for everybody, or the default. */
export const limitSources = ['own', 'everybody', 'default'] as const;
export type LimitSource = (typeof limitSources)[number];

/** What a limit counts: uses one by one, or US dollars. */
export const limitUnits = ['count', 'usd'] as const;
export type LimitUnit = (typeof limitUnits)[number];

const quantity = z.number().nonnegative();
const windowSeconds = z.int().nonnegative().describe('0 for a per-call limit');

/** A limit that binds the caller, and how it stands. */
export const limitSchema = z.object({
  name: limitNameSchema,
  subject: z.string().describe('What it is counted by: an organisation, a namespace, a tool or organisation/principal'),
  unit: z.enum(limitUnits),
  limit: quantity,
  windowSeconds,
  calendar: z.boolean().describe('Whether it resets at midnight UTC; otherwise the window slides'),
  share: quantity.nullable().describe("Your fair share given others' current use; null for a limit of your own"),
  left: quantity.describe('What is available to you now'),
  retryAfterMs: z.int().nullable().describe('When some is available again; 0 when available now, null for never'),
  source: z.enum(limitSources),
});
export type LimitView = z.infer<typeof limitSchema>;

/** A number somebody has set. */
export const limitRuleSchema = z.object({
  name: limitNameSchema,
  subject: z.string().describe('What it applies to; "*" is everyone without a specific limit'),
  unit: z.enum(limitUnits),
  limit: quantity,
  windowSeconds,
  reason: z.string().nullable(),
  setAt: z.iso.datetime(),
  setBy: z.string().nullable().describe('Who set it, if in your organisation'),
});
export type LimitRuleView = z.infer<typeof limitRuleSchema>;

export const setLimitSchema = z.strictObject({
  limit: z
    .number()
    .min(0)
    .max(1_000_000_000)
    .describe('Maximum per window, in US dollars for a cost; 0 allows nothing'),
  reason: keptText(1_000).optional(),
});
export type SetLimit = z.infer<typeof setLimitSchema>;
