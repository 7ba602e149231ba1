import { z } from 'zod';
import { personNameSchema } from './identity.js';
import { keptText } from './kept.js';
import { toolReferenceSchema } from './names.js';

/** In characters. */
export const maxPolicy = 32_000;

export const policyIdSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/, 'must be 1 to 63 of a-z, 0-9, "." and "-"');

const policyText = keptText(maxPolicy).min(1).describe('One or more policies in Cedar');

/** Policies as they are in force. */
export const policySchema = z.object({
  id: policyIdSchema,
  version: z.int().nonnegative().describe('Increases with every change; 0 for a shipped policy that was never changed'),
  text: z.string(),
  description: z.string().nullable(),
  digest: z.string().describe('SHA-256 of the text'),
  shipped: z.boolean().describe('Whether it ships with Assay; PUT replaces it, DELETE restores it'),
  changedAt: z.iso.datetime().nullable(),
  changedBy: z.string().nullable(),
});
export type PolicyView = z.infer<typeof policySchema>;

export const policyVersionSchema = z.object({
  version: z.int().nonnegative(),
  text: z.string().nullable().describe('null for the version that deleted it'),
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
      decision: z.enum(['allow', 'require_approval', 'deny']).describe('Decision when it applies'),
      obligation: policyObligationSchema.nullable().describe('What replaces a denial; null when nothing does'),
      actions: z.array(z.enum(policyActionNames)).describe('What it is about'),
      arguments: z.boolean().describe('Whether it depends on the arguments, so each call is decided separately'),
    }),
  ),
});
export type CheckedPolicy = z.infer<typeof checkedPolicySchema>;

export const evaluatePolicySchema = z.strictObject({
  principal: personNameSchema.optional().describe('Principal who calls, in your organisation; default you'),
  tool: toolReferenceSchema,
  action: z
    .enum(policyActionNames)
    .optional()
    .describe('default call; return: whether its result is returned; reveal: whether it receives a masked value'),
  input: z.record(z.string(), z.unknown()).optional().describe('The arguments; default none'),
  findings: z
    .array(findingClassSchema)
    .max(100)
    .optional()
    .describe('Finding classes in the arguments (call) or result (return); for a call, detected when not given'),
  class: findingClassSchema.optional().describe('Class of the masked value (reveal)'),
  source: z.string().min(1).max(300).optional().describe('The server the masked value came from (reveal)'),
  policy: z
    .strictObject({ id: policyIdSchema, text: policyText })
    .optional()
    .describe('Policies to evaluate instead of those with that id, or in addition'),
});
export type EvaluatePolicy = z.infer<typeof evaluatePolicySchema>;

export const policyVerdicts = ['ALLOW', 'REQUIRE_APPROVAL', 'DENY'] as const;
export type PolicyVerdict = (typeof policyVerdicts)[number];

export const policyDecisionSchema = z.object({
  verdict: z.enum(policyVerdicts),
  policies: z
    .array(z.object({ id: z.string(), version: z.int().nonnegative() }))
    .describe('Determining policies; `id#name` for one of several in a text'),
  digest: z.string().describe('SHA-256 of the determining policies: an approval is valid while it is unchanged'),
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
    .describe('Policies that could not be evaluated: a forbid then applies, a permit does not'),
});
export type PolicyDecisionView = z.infer<typeof policyDecisionSchema>;

export const tryPolicySchema = z.strictObject({
  id: policyIdSchema.describe('Policies with this id are replaced by the text for the trial'),
  text: policyText,
  days: z.int().min(1).max(90).optional().describe('How far back calls are read; 30 when absent'),
});
export type TryPolicy = z.infer<typeof tryPolicySchema>;

export const policyTrialSchema = z.object({
  since: z.iso.datetime(),
  calls: z.int().describe('Recorded calls that were decided, of the newest 100,000 in the period'),
  denied: z.int().describe('Calls that would have been denied'),
  asked: z.int().describe('Calls that would have waited for approval'),
  skipped: z.int().describe('Calls whose principal or version no longer exists, and anonymous calls'),
  changes: z
    .array(
      z.object({
        principal: z.string(),
        tool: z.string(),
        calls: z.int(),
        before: z.enum(policyVerdicts),
        after: z.enum(policyVerdicts),
      }),
    )
    .describe('What would be decided differently from the policies in force, most frequent first, at most 200'),
});
export type PolicyTrial = z.infer<typeof policyTrialSchema>;
