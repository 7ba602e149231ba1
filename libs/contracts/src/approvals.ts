import { z } from 'zod';
import { approvalSubjects, invocationStatusSchema } from './invocation.js';
import { reasonText } from './kept.js';

export const approvalStates = ['pending', 'approved', 'denied', 'expired', 'cancelled'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** What a person should know of a tool before it runs. */
export const riskMarksSchema = z.object({
  readOnly: z.boolean(),
  destructive: z.enum(['yes', 'no', 'undeclared']),
  openWorld: z.enum(['yes', 'no', 'undeclared']).describe('Whether it reaches systems beyond its own (open world)'),
  undo: z.string().nullable().describe('Compensation class; null when none is declared'),
  costUsd: z.number().nullable().describe('Cost per call; null when none is declared'),
  trust: z.object({ score: z.number(), confidence: z.number() }).describe('When the call was stopped'),
  stage: z.string(),
});
export type RiskMarks = z.infer<typeof riskMarksSchema>;

export const approvalDecisions = ['approve', 'deny'] as const;

/** A call that waits for a person, or waited. */
export const approvalSchema = z.object({
  id: z.uuid(),
  status: z.enum(approvalStates),
  invocation: z.uuid(),
  subject: z
    .enum(approvalSubjects)
    .describe(
      'call: the call is made once approved; result: the call was made and its result is released once approved',
    ),
  tool: z.string(),
  version: z.string(),
  level: z.int().describe('1 is the requested tool; higher numbers are fallbacks'),
  caller: z.object({ name: z.string(), kind: z.string() }),
  argumentsDigest: z.string(),
  policies: z.array(z.object({ id: z.string(), version: z.int() })).describe('Policies that required approval'),
  why: z.string(),
  risks: riskMarksSchema,
  needed: z.int().describe('How many different users must approve'),
  decisions: z.array(
    z.object({
      by: z.string(),
      decision: z.enum(approvalDecisions),
      reason: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  delegations: z
    .array(z.object({ by: z.string(), to: z.string(), reason: z.string().nullable(), at: z.iso.datetime() }))
    .describe('Users who handed their decision to another user, and do not decide themselves'),
  openedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().describe('The call is denied if no decision is made by then'),
  closedAt: z.iso.datetime().nullable(),
  outcome: invocationStatusSchema.nullable().describe('How the call ended; null until then'),
  url: z.string().describe('URL where a person decides'),
});
export type ApprovalView = z.infer<typeof approvalSchema>;

/** With what exactly would run. */
export const approvalDetailSchema = approvalSchema.extend({
  description: z.string().nullable().describe("The tool's description; null when the tool no longer exists"),
  arguments: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('All arguments as the tool would receive them, with placeholders for masked values; null once deleted'),
  result: z
    .object({
      output: z.unknown(),
      contains: z.array(z.string()).describe('Classes of findings in it, such as instruction or personal.email'),
    })
    .nullable()
    .describe('The waiting result as the tool returned it; null for a waiting call, and once deleted'),
  repaired: z.array(z.string()).describe('Repairs made to the arguments, one sentence each'),
  partOf: z
    .object({
      kind: z.enum(['run', 'saga', 'call']).describe('call: a call of a composite tool'),
      id: z.string().describe('Id of the run, saga or call'),
      step: z.string(),
      neededBy: z.array(z.string()).describe('Steps that depend on it; the first 20'),
      neededByCount: z.int().describe('Total number'),
    })
    .nullable()
    .describe('What the call is a step of; null for a single call'),
  answer: z
    .object({
      output: z.unknown().optional().describe('As the caller received it'),
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
    })
    .nullable()
    .describe('How the call was answered, for its caller and those who decided on it; null until it has ended'),
});
export type ApprovalDetail = z.infer<typeof approvalDetailSchema>;

export const decideApprovalSchema = z.strictObject({
  decision: z.enum(approvalDecisions),
  reason: reasonText.optional(),
});
export type DecideApproval = z.infer<typeof decideApprovalSchema>;

export const delegateApprovalSchema = z.strictObject({
  to: z.string().min(1).max(200).describe('Name of a user of your organisation who may decide on it'),
  reason: reasonText.optional().describe('Shown to the delegate, and recorded'),
});
export type DelegateApproval = z.infer<typeof delegateApprovalSchema>;

/** Users to whom an approval can be delegated. */
export const delegatesSchema = z.object({ items: z.array(z.object({ name: z.string() })) });
export type Delegates = z.infer<typeof delegatesSchema>;

export const openApprovalLinkSchema = z.strictObject({
  token: z.string().min(1).max(400).describe('The last part of the address of the link'),
});
export type OpenApprovalLink = z.infer<typeof openApprovalLinkSchema>;

/** How an organisation decides. */
export const approvalSettingsSchema = z.strictObject({
  fourEyes: z.boolean().describe('Two different users must approve; applies to calls stopped from now on'),
  ownUserDecides: z
    .boolean()
    .describe(
      'A user may decide on their own calls: signed in, after entering the password or passkey again, never with a key',
    ),
});
export type ApprovalSettings = z.infer<typeof approvalSettingsSchema>;
