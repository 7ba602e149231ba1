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
  capability: z.string().nullable().describe('Of the hierarchy that is at its end'),
  tool: z.string().describe('What was asked for: namespace/tool, with a range perhaps, or the capability'),
  input: z.record(z.string(), z.unknown()),
  outputSchema: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('What an output must fit; null when anything does'),
  attempted: envelopeSchema.shape.attempted,
  task: z.string().nullable(),
  reason: z.string().describe('Why no level could answer'),
  askedBy: z.string().describe('The principal whose call it is'),
  openedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  closedBy: z.string().nullable(),
  decision: z.string().nullable().describe('The reason given with the answer'),
});
export type EscalationView = z.infer<typeof escalationSchema>;

/** Largest output of a person, in characters as JSON. */
export const longestAnswer = 1_000_000;

export const resolveEscalationSchema = z
  .strictObject({
    output: z.unknown().optional().describe('The answer, in the place of the tool: it must fit the output schema'),
    refuse: z.literal(true).optional().describe('There is no answer: the call is denied'),
    reason: reasonText.optional().describe('For the record and the caller; needed to refuse'),
  })
  .superRefine((body, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (body.output === undefined && body.refuse === undefined)
      wrong('output', 'is missing: give an output, or refuse: true with a reason');
    else if (body.output !== undefined && body.refuse !== undefined)
      wrong('refuse', 'stands beside an output: give one of the two');
    else if (body.refuse !== undefined && body.reason === undefined)
      wrong('reason', 'is missing: the caller is told why there is no answer');
    if (body.output !== undefined && JSON.stringify(body.output).length > longestAnswer)
      wrong('output', `has more than ${longestAnswer} characters as JSON`);
  });
export type ResolveEscalation = z.infer<typeof resolveEscalationSchema>;
