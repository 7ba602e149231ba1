import { z } from 'zod';
import { personNameSchema } from './identity.js';
import { keptText } from './kept.js';
import { toolReferenceSchema } from './names.js';

/** In characters. */
export const longestPolicy = 32_000;

export const policyIdSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/, 'must be 1 to 63 of a-z, 0-9, "." and "-"');

const policyText = keptText(longestPolicy).min(1).describe('One or more policies in Cedar');

/** Policies as they are in force. */
export const policySchema = z.object({
  id: policyIdSchema,
  version: z.int().nonnegative().describe('Counts every change; 0 of what ships and was never changed'),
  text: z.string(),
  description: z.string().nullable(),
  digest: z.string().describe('SHA-256 of the text'),
  shipped: z.boolean().describe('Whether it is what Assay ships; putting it replaces that, deleting brings it back'),
  changedAt: z.iso.datetime().nullable(),
  changedBy: z.string().nullable(),
});
export type PolicyView = z.infer<typeof policySchema>;

export const policyVersionSchema = z.object({
  version: z.int().nonnegative(),
  text: z.string().nullable().describe('null of the version that deleted it'),
  description: z.string().nullable(),
  digest: z.string().nullable(),
  changedAt: z.iso.datetime().nullable(),
  changedBy: z.string().nullable(),
});
export type PolicyVersionView = z.infer<typeof policyVersionSchema>;

export const putPolicySchema = z.strictObject({
  text: policyText,
  description: keptText(1_000).optional().describe('What it is for, in a sentence'),
});
export type PutPolicy = z.infer<typeof putPolicySchema>;

/** Making a call, returning its result, and putting a masked value back into a call. */
export const policyActionNames = ['call', 'return', 'reveal'] as const;

export const policyObligationSchema = z.enum(['mask', 'require_approval', 'withhold']);

/** A class of findings: an instruction to the model, or a kind of secret or personal data. */
export const findingClassSchema = z
  .string()
  .regex(
    /^(?:instruction|(?:secret|personal)\.[a-z0-9-]{1,60})$/,
    'must be instruction, secret.<kind> or personal.<kind>',
  );

export const checkPolicySchema = z.strictObject({ text: policyText });
export type CheckPolicy = z.infer<typeof checkPolicySchema>;

export const checkedPolicySchema = z.object({
  ok: z.literal(true),
  statements: z.array(
    z.object({
      id: z.string(),
      effect: z.enum(['permit', 'forbid']),
      decision: z.enum(['allow', 'require_approval', 'deny']).describe('What comes of it where it holds'),
      obligation: policyObligationSchema.nullable().describe('What happens in place of a denial; null when nothing'),
      actions: z.array(z.enum(policyActionNames)).describe('What it is about'),
      arguments: z.boolean().describe('Whether it depends on the arguments, so that each call is decided anew'),
    }),
  ),
});
export type CheckedPolicy = z.infer<typeof checkedPolicySchema>;

export const evaluatePolicySchema = z.strictObject({
  principal: personNameSchema.optional().describe('Whose call, of your organisation; yours unless said otherwise'),
  tool: toolReferenceSchema,
  action: z
    .enum(policyActionNames)
    .optional()
    .describe('call unless given; return: whether its result is returned; reveal: whether a masked value goes to it'),
  input: z.record(z.string(), z.unknown()).optional().describe('The arguments; none unless given'),
  findings: z
    .array(findingClassSchema)
    .max(100)
    .optional()
    .describe('What the arguments (call) or the result (return) contain; for a call, examined when not given'),
  class: findingClassSchema.optional().describe('Of the masked value (reveal)'),
  source: z.string().min(1).max(300).optional().describe('The server the masked value came from (reveal)'),
  policy: z
    .strictObject({ id: policyIdSchema, text: policyText })
    .optional()
    .describe('Taken in place of the one of that id, or beside the others: what would be decided then'),
});
export type EvaluatePolicy = z.infer<typeof evaluatePolicySchema>;

export const policyVerdicts = ['ALLOW', 'REQUIRE_APPROVAL', 'DENY'] as const;
export type PolicyVerdict = (typeof policyVerdicts)[number];

export const policyDecisionSchema = z.object({
  verdict: z.enum(policyVerdicts),
  policies: z
    .array(z.object({ id: z.string(), version: z.int().nonnegative() }))
    .describe('Those that decided; `id#name` of one among several of a text'),
  digest: z.string().describe('SHA-256 of those that decided: an approval holds while it stays the same'),
  why: z.string(),
  obligation: policyObligationSchema.nullable().describe('What replaces a denial; null when nothing does'),
  masks: z
    .union([z.literal('all'), z.array(z.string())])
    .nullable()
    .describe('Classes of findings that would be masked; null when none'),
  findings: z.array(z.string()).describe('What policies were shown as inputFindings or outputFindings'),
  tool: z.string(),
  version: z.string(),
  failed: z
    .array(z.object({ id: z.string(), message: z.string() }))
    .describe('Policies that could not be evaluated: a forbid counts as holding then, a permit does not'),
});
export type PolicyDecisionView = z.infer<typeof policyDecisionSchema>;
