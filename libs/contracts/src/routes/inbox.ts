import { inboxEventSchema } from '../inbox.js';
import { define } from './route.js';

/** What waits for a person, as it changes. */
export const inboxRoutes = define({
  followInbox: {
    method: 'GET',
    path: '/v1/inbox/events',
    tag: 'approvals',
    summary: 'Follow your inbox: an event names the lists that changed, for you to read again',
    scope: 'authenticated',
    mediaType: 'text/event-stream',
    answers: { 200: inboxEventSchema },
  },
});
