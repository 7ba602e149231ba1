import { z } from 'zod';
import { approvalSubjects, invocationStatuses } from './invocation.js';
import { reasonText } from './kept.js';

export const approvalStates = ['pending', 'approved', 'denied', 'expired', 'cancelled'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** What a person should know of a tool before it runs. */
export const riskMarksSchema = z.object({
  readOnly: z.boolean(),
  destructive: z.enum(['yes', 'no', 'undeclared']),
  openWorld: z.enum(['yes', 'no', 'undeclared']).describe('Whether it reaches beyond what it is pointed at'),
  undo: z.string().nullable().describe('The class of its compensation; null when it declares none'),
  costUsd: z.number().nullable().describe('Of one call; null when it declares none'),
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
    .describe('call: it is made when approved; result: the call was made, and its result is released when approved'),
  tool: z.string(),
  version: z.string(),
  level: z.int().describe('1 is the tool that was asked for; a later one would stand in for it'),
  caller: z.object({ name: z.string(), kind: z.string() }),
  argumentsDigest: z.string(),
  policies: z.array(z.object({ id: z.string(), version: z.int() })).describe('Those that asked for an approval'),
  why: z.string(),
  risks: riskMarksSchema,
  needed: z.int().describe('How many different users have to agree'),
  decisions: z.array(
    z.object({
      by: z.string(),
      decision: z.enum(approvalDecisions),
      reason: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  openedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().describe('The call is denied when nobody has decided by then'),
  closedAt: z.iso.datetime().nullable(),
  outcome: z.enum(invocationStatuses).nullable().describe('How the call ended; null while it has not'),
  url: z.string().describe('Where a person decides'),
});
export type ApprovalView = z.infer<typeof approvalSchema>;

/** With what exactly would run. */
export const approvalDetailSchema = approvalSchema.extend({
  description: z.string().nullable().describe('What the tool says of itself; null when it is gone'),
  arguments: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'Whole, as the tool would get them, with placeholders for masked values; null once they have been forgotten',
    ),
  result: z
    .object({
      output: z.unknown(),
      contains: z.array(z.string()).describe('Classes of what was found in it, such as instruction or personal.email'),
    })
    .nullable()
    .describe('The result that waits, as its tool gave it; null of a call, and once it has been forgotten'),
  repaired: z.array(z.string()).describe('What was changed for the arguments to fit, a sentence each'),
  partOf: z
    .object({
      kind: z.enum(['run', 'saga', 'call']).describe('call: of a tool that is a composition'),
      id: z.string().describe('Of the run, the saga or the call'),
      step: z.string(),
      neededBy: z.array(z.string()).describe('Steps that cannot be made without it; the first 20'),
      neededByCount: z.int().describe('How many there are'),
    })
    .nullable()
    .describe('What the call is a step of; null when it was made alone'),
});
export type ApprovalDetail = z.infer<typeof approvalDetailSchema>;

export const decideApprovalSchema = z.strictObject({
  decision: z.enum(approvalDecisions),
  reason: reasonText.optional(),
});
export type DecideApproval = z.infer<typeof decideApprovalSchema>;

/** How an organisation decides. */
export const approvalSettingsSchema = z.strictObject({
  fourEyes: z.boolean().describe('Two different users have to agree; holds for calls stopped from now on'),
  ownUserDecides: z
    .boolean()
    .describe('A user may decide on calls made with another key of its own; never with the key that called'),
});
export type ApprovalSettings = z.infer<typeof approvalSettingsSchema>;
