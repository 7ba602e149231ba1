import { z } from 'zod';
import { reasonText } from './kept.js';
import { stageNameSchema, stages } from './manifest.js';

/** `contract` compares the upstream's definition where there is no example to run; `audit` is a third party's. */
export const verificationKinds = ['examples', 'contract', 'audit'] as const;
export type VerificationKind = (typeof verificationKinds)[number];

/**
 * `green`: as the manifest says. `red`: not so. `inconclusive`: nothing was found out, since the tool could not be
 * reached or too few calls have been made.
 */
export const verdicts = ['green', 'red', 'inconclusive'] as const;
export type VerificationVerdict = (typeof verdicts)[number];

export const verificationCheckSchema = z.object({
  name: z.string().describe('Name of the example or check'),
  outcome: z.enum(['passed', 'failed', 'unknown']),
  message: z.string().describe('Problems found; empty when it passed'),
  ms: z.number().nonnegative(),
});
export type VerificationCheck = z.infer<typeof verificationCheckSchema>;

export const verificationSchema = z.object({
  id: z.uuid(),
  tool: z.string(),
  version: z.string(),
  trigger: z.enum(['scheduled', 'requested', 'attested']),
  state: z.enum(['running', 'done']),
  kind: z.enum(verificationKinds).nullable().describe('Null while running'),
  verdict: z.enum(verdicts).nullable().describe('Null while running'),
  summary: z.string(),
  checks: z.array(verificationCheckSchema),
  requestedBy: z.string().nullable().describe('Null when started automatically'),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type VerificationView = z.infer<typeof verificationSchema>;

/** SUBMITTED is what a version comes from; nothing goes back to it. */
export const reachableStages = stages.filter((it) => it !== 'SUBMITTED');

export const changeStageSchema = z.strictObject({
  to: z.enum(reachableStages),
  reason: reasonText.describe("Reason; recorded in the version's history"),
});
export type ChangeStage = z.infer<typeof changeStageSchema>;

export const stageRequirementSchema = z.object({
  stage: z.enum(stages).describe('The stage that requires it'),
  name: z.string(),
  met: z.boolean(),
  detail: z.string().describe('The current value and the required one'),
});
export type StageRequirement = z.infer<typeof stageRequirementSchema>;

/** On whose word a stage changed: the registry's own rules, an owner's, or an administrator's of the registry. */
export const stageAuthorities = ['rules', 'owner', 'administrator'] as const;
export type StageAuthority = (typeof stageAuthorities)[number];

export const stageChangeSchema = z.object({
  from: stageNameSchema,
  to: stageNameSchema,
  reason: z.string(),
  by: z.string().nullable().describe('Null for an automatic change'),
  authority: z.enum(stageAuthorities),
  at: z.iso.datetime(),
  trust: z.number().describe('Trust at that time'),
  waived: z.array(z.string()).describe('Requirements that an administrator waived'),
});
export type StageChangeView = z.infer<typeof stageChangeSchema>;

export const stageSchema = z.object({
  tool: z.string(),
  version: z.string(),
  stage: stageNameSchema,
  next: stageNameSchema.nullable().describe('Null at the highest stage'),
  requirements: z
    .array(stageRequirementSchema)
    .describe('Requirements of the next stage, including those of earlier stages'),
  below: z
    .object({ since: z.iso.datetime(), demotedAt: z.iso.datetime(), floor: z.number() })
    .nullable()
    .describe("Since when its trust has been below the stage's minimum, and when it will be demoted"),
  history: z.array(stageChangeSchema).describe('Newest first'),
});
export type StageView = z.infer<typeof stageSchema>;

export const attestationKinds = ['self', 'third-party', 'identity'] as const;
export type AttestationKind = (typeof attestationKinds)[number];

const hasUserinfo = (link: string): boolean => {
  const url = URL.parse(link);
  return url !== null && (url.username !== '' || url.password !== '');
};

export const attestSchema = z.strictObject({
  kind: z
    .enum(attestationKinds)
    .describe(
      "self: the provider's own security assessment; third-party: an independent audit; identity: the provider's identity",
    ),
  evidence: z
    .url({ protocol: /^https$/, error: 'must be an https address' })
    .max(2_048)
    .regex(/^\S+$/, 'must not contain whitespace')
    .refine((link) => !hasUserinfo(link), 'must not contain a user name or password')
    .describe('URL of the report or proof; never fetched'),
  evidenceDigest: z
    .string('is required: the SHA-256 of the report or proof, as "sha256:" and 64 hexadecimal digits')
    .regex(/^(sha256:)?[0-9a-f]{64}$/i, 'must be a SHA-256: "sha256:" and 64 hexadecimal digits')
    .transform((digest) => `sha256:${digest.toLowerCase().replace(/^sha256:/, '')}`)
    .describe('SHA-256 of the report or proof, so that readers can detect a later change'),
});
export type Attest = z.infer<typeof attestSchema>;

export const withdrawAttestationSchema = z.strictObject({
  reason: reasonText.describe('Why it was withdrawn; shown to everyone who can see it'),
});
export type WithdrawAttestation = z.infer<typeof withdrawAttestationSchema>;

export const attestationSchema = z.object({
  id: z.uuid(),
  tool: z.string(),
  version: z.string(),
  manifestDigest: z.string(),
  kind: z.enum(attestationKinds),
  evidence: z.string(),
  evidenceDigest: z
    .string()
    .nullable()
    .describe('SHA-256 of the evidence; null for attestations made before it was required'),
  organisation: z.string().describe('Who attests'),
  by: z.string(),
  at: z.iso.datetime(),
  statement: z.string().describe('The signed text'),
  keyId: z.string().describe("Id of the registry's key in /.well-known/assay-keys.json"),
  signature: z.string().describe('Ed25519 over the statement, in base64url'),
  withdrawn: z
    .object({ at: z.iso.datetime(), by: z.string(), reason: z.string() })
    .nullable()
    .describe('Null while valid'),
});
export type AttestationView = z.infer<typeof attestationSchema>;
