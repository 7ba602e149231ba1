import { useEffect } from 'react';
import { apiQuery, queryClient } from '../frame/api.js';

/** Reads a run again whenever its stream of events reports a change, until it has ended. */
export function useLiveRun(id: string, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const events = new EventSource(`/v1/runs/${encodeURIComponent(id)}/events`);
    const readAgain = () =>
      void queryClient.invalidateQueries({ queryKey: apiQuery('showRun', { path: { id } }).queryKey });
    for (const kind of ['step', 'status']) events.addEventListener(kind, readAgain);
    events.addEventListener('end', () => {
      readAgain();
      events.close();
    });
    return () => events.close();
  }, [id, isOpen]);
}
