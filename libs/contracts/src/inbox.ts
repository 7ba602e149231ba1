import { z } from 'zod';

/** The lists of an inbox. */
export const inboxLists = ['approvals', 'notifications'] as const;
export type InboxList = (typeof inboxLists)[number];

/** What to read again. The first event of a stream names every list. */
export const inboxEventSchema = z.object({
  changed: z.array(z.enum(inboxLists)).describe('Lists that differ from what the stream last reported'),
});
export type InboxEvent = z.infer<typeof inboxEventSchema>;
