import { z } from 'zod';
import { reasonText } from './kept.js';
import { stages } from './manifest.js';

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
  name: z.string().describe('The name of the example, or what was checked'),
  outcome: z.enum(['passed', 'failed', 'unknown']),
  message: z.string().describe('What was found; empty where it passed'),
  ms: z.number().nonnegative(),
});
export type VerificationCheck = z.infer<typeof verificationCheckSchema>;

export const verificationSchema = z.object({
  id: z.uuid(),
  tool: z.string(),
  version: z.string(),
  trigger: z.enum(['scheduled', 'requested', 'attested']),
  state: z.enum(['running', 'done']),
  kind: z.enum(verificationKinds).nullable().describe('Null while it runs'),
  verdict: z.enum(verdicts).nullable().describe('Null while it runs'),
  summary: z.string(),
  checks: z.array(verificationCheckSchema),
  requestedBy: z.string().nullable().describe('Null when nobody asked for it'),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type VerificationView = z.infer<typeof verificationSchema>;

/** SUBMITTED is what a version comes from; nothing goes back to it. */
export const reachableStages = stages.filter((it) => it !== 'SUBMITTED');

export const changeStageSchema = z.strictObject({
  to: z.enum(reachableStages),
  reason: reasonText.describe('Why, for people: kept in the history of the version'),
});
export type ChangeStage = z.infer<typeof changeStageSchema>;

export const stageRequirementSchema = z.object({
  stage: z.enum(stages).describe('The stage that asks for it'),
  name: z.string(),
  met: z.boolean(),
  detail: z.string().describe('What there is, beside what is asked for'),
});
export type StageRequirement = z.infer<typeof stageRequirementSchema>;

/** On whose word a stage changed: the registry's own rules, an owner's, or an administrator's of the registry. */
export const stageAuthorities = ['rules', 'owner', 'administrator'] as const;
export type StageAuthority = (typeof stageAuthorities)[number];

export const stageChangeSchema = z.object({
  from: z.enum(stages),
  to: z.enum(stages),
  reason: z.string(),
  by: z.string().nullable().describe('Null when the registry did it by its rules'),
  authority: z.enum(stageAuthorities),
  at: z.iso.datetime(),
  trust: z.number().describe('The trust it had then'),
  waived: z.array(z.string()).describe('Requirements that an administrator did without'),
});
export type StageChangeView = z.infer<typeof stageChangeSchema>;

export const stageSchema = z.object({
  tool: z.string(),
  version: z.string(),
  stage: z.enum(stages),
  next: z.enum(stages).nullable().describe('Null at the highest stage'),
  requirements: z
    .array(stageRequirementSchema)
    .describe('What the next stage needs, those of the stages before included'),
  below: z
    .object({ since: z.iso.datetime(), demotedAt: z.iso.datetime(), floor: z.number() })
    .nullable()
    .describe('Since when its trust has been under what its stage asks for, and when that demotes it'),
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
      "self: the provider's own security assessment; third-party: somebody else's audit; identity: who the provider is",
    ),
  evidence: z
    .url({ protocol: /^https$/, error: 'must be an https address' })
    .max(2_048)
    .regex(/^\S+$/, 'must hold no white space')
    .refine((link) => !hasUserinfo(link), 'must hold no user name or password')
    .describe('Where the report or proof can be read; nothing is requested from there'),
  evidenceDigest: z
    .string('is required: the SHA-256 of the report or proof, as "sha256:" and 64 hexadecimal digits')
    .regex(/^(sha256:)?[0-9a-f]{64}$/i, 'must be a SHA-256: "sha256:" and 64 hexadecimal digits')
    .transform((digest) => `sha256:${digest.toLowerCase().replace(/^sha256:/, '')}`)
    .describe('SHA-256 of the report or proof, so that readers can tell whether it was replaced since'),
});
export type Attest = z.infer<typeof attestSchema>;

export const withdrawAttestationSchema = z.strictObject({
  reason: reasonText.describe('Why it holds no more, for everybody who sees it'),
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
    .describe('SHA-256 of the evidence; null where it was attested before one was asked for'),
  organisation: z.string().describe('Who attests'),
  by: z.string(),
  at: z.iso.datetime(),
  statement: z.string().describe('The text that is signed'),
  keyId: z.string().describe("Of the registry's key: /.well-known/assay-keys.json"),
  signature: z.string().describe('Ed25519 over the statement, in base64url'),
  withdrawn: z
    .object({ at: z.iso.datetime(), by: z.string(), reason: z.string() })
    .nullable()
    .describe('Null while it holds'),
});
export type AttestationView = z.infer<typeof attestationSchema>;
