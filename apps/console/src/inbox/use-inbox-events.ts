import { useEffect } from 'react';
import { queryClient } from '../frame/api.js';

/** Requests whose answers each list is made of. */
const requestsOf: Readonly<Record<string, readonly string[]>> = {
  approvals: ['listApprovals', 'showApproval'],
  // Everything else that waits for a person is announced by a notice.
  notifications: [
    'listNotifications',
    'listEscalations',
    'listQuestions',
    'listReviews',
    'listFindings',
    'listMadeTools',
  ],
};

/** Reads lists again when the server reports that they changed. The browser reconnects by itself. */
export function useInboxEvents(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const events = new EventSource('/v1/inbox/events');
    events.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      const { changed } = JSON.parse(data) as { readonly changed: readonly string[] };
      const stale = changed.flatMap((list) => requestsOf[list] ?? []);
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => stale.includes(String(queryKey[0])) });
    });
    return () => events.close();
  }, [isOn]);
}
