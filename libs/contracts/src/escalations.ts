import { z } from 'zod';
import { envelopeSchema } from './invocation.js';
import { reasonText } from './kept.js';

export const escalationStatuses = ['open', 'resolved', 'refused', 'expired'] as const;
export type EscalationStatus = (typeof escalationStatuses)[number];

/** A call that no level could answer, for a person to answer in their place. */
export const escalationSchema = z.object({
  id: z.uuid(),
  status: z.enum(escalationStatuses),
  invocationId: z.string(),
  capability: z.string().nullable().describe('Capability of the exhausted hierarchy'),
  tool: z.string().describe('The request: namespace/tool, optionally with a range, or the capability'),
  input: z.record(z.string(), z.unknown()),
  outputSchema: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Schema an output must match; null when any output is accepted'),
  attempted: envelopeSchema.shape.attempted,
  task: z.string().nullable(),
  reason: z.string().describe('Why every level failed'),
  askedBy: z.string().describe('The calling principal'),
  openedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  closedBy: z.string().nullable(),
  decision: z.string().nullable().describe('Reason given with the resolution'),
});
export type EscalationView = z.infer<typeof escalationSchema>;

/** Largest output of a person, in characters as JSON. */
export const maxAnswer = 1_000_000;

export const resolveEscalationSchema = z
  .strictObject({
    output: z.unknown().optional().describe("The output, in place of the tool's; must match the output schema"),
    refuse: z.literal(true).optional().describe('Refuse: the call is denied'),
    reason: reasonText.optional().describe('Recorded and shown to the caller; required to refuse'),
  })
  .superRefine((body, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (body.output === undefined && body.refuse === undefined)
      wrong('output', 'is missing: give an output, or refuse: true with a reason');
    else if (body.output !== undefined && body.refuse !== undefined)
      wrong('refuse', 'cannot be combined with an output: give one of the two');
    else if (body.refuse !== undefined && body.reason === undefined)
      wrong('reason', 'is missing: the caller must learn why the call was refused');
    if (body.output !== undefined && JSON.stringify(body.output).length > maxAnswer)
      wrong('output', `has more than ${maxAnswer} characters as JSON`);
  });
export type ResolveEscalation = z.infer<typeof resolveEscalationSchema>;
