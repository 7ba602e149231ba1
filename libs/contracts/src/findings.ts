import { z } from 'zod';

/** LOW is kept by nobody, MEDIUM is recorded, HIGH in a definition quarantines the version. */
export const findingSeverities = ['LOW', 'MEDIUM', 'HIGH'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

export const findingStates = ['open', 'dismissed', 'confirmed'] as const;
export type FindingState = (typeof findingStates)[number];

/** `alert`: somebody raised a security alert. */
export const findingSubjects = ['definition', 'output', 'alert'] as const;
export type FindingSubject = (typeof findingSubjects)[number];

/** What policies and obligations name: `secret.…` and `personal.…` end in the kind of value. */
export type FindingKind = 'instruction' | 'other-callers-data' | `secret.${string}` | `personal.${string}`;

const offset = (what: string) => z.int().nonnegative().optional().describe(what);

export const findingSignSchema = z.object({
  kind: z.string().optional().describe('instruction, other-callers-data, secret.<kind> or personal.<kind>'),
  start: offset('Where the passage begins in the text at `path`, in UTF-16 code units; absent: the whole member'),
  end: offset('Where it ends, exclusive'),
  rule: z.string().describe('The rule that matched, such as secrecy or tag-characters'),
  weight: z.number().describe('Weight of the rule on its own, from 0 to 1'),
  path: z.string().describe('JSON pointer into the definition or the output'),
  excerpt: z.string().describe('The matched text; invisible characters are written \\u{…}, secrets are truncated'),
});
export type FindingSign = z.infer<typeof findingSignSchema>;

export const findingSchema = z.object({
  id: z.uuid(),
  tool: z.string(),
  version: z.string(),
  subject: z.enum(findingSubjects),
  severity: z.enum(findingSeverities),
  score: z.number().describe('1 − Π(1 − weight) over the signs'),
  signs: z.array(findingSignSchema),
  ruleSet: z.int().describe('Version of the rules that matched'),
  callers: z.int().nullable().describe('For findings in outputs: how many callers received it'),
  state: z.enum(findingStates),
  foundAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable().describe('Reason given with the decision'),
  quarantined: z.boolean().describe('Whether findings quarantine the version'),
});
export type FindingView = z.infer<typeof findingSchema>;

export const resolveFindingSchema = z.strictObject({
  action: z
    .enum(['dismiss', 'confirm'])
    .describe(
      'dismiss: a false alarm, ends the quarantine; confirm: abuse, keeps it and, when the finding is HIGH, revokes the version',
    ),
  reason: z.string().min(1).max(1_000),
});
export type ResolveFinding = z.infer<typeof resolveFindingSchema>;
