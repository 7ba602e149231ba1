import type { SagaEventView } from '@assay/sdk';
import { useEffect, useState } from 'react';
import { readAgain } from '../frame/api.js';

const kinds = [
  ...['saga.state', 'step.started', 'step.waits', 'step.ended', 'undo.started', 'undo.waits', 'undo.ended'],
  ...['saga.cancel', 'saga.resolve'],
] as const;

/**
 * What happened to a saga so far, in order, and more as it happens; the saga is read again with each event. The browser
 * reconnects by itself after the last event it has, and the server ends the stream when the saga rests.
 */
export function useLiveSaga(id: string, state: string): readonly SagaEventView[] {
  const [events, setEvents] = useState<ReadonlyMap<number, SagaEventView>>(new Map());
  const isResting = state === 'COMPLETED' || state === 'FAILED' || state === 'COMPENSATION_FAILED';
  // A saga that was resolved goes on: it is followed again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isResting` decides when to follow again, not how
  useEffect(() => {
    const source = new EventSource(`/v1/sagas/${encodeURIComponent(id)}/events`);
    const take = ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as SagaEventView;
      setEvents((before) => new Map(before).set(event.number, event));
      void readAgain(['showSaga']);
    };
    for (const kind of kinds) source.addEventListener(kind, take);
    return () => source.close();
  }, [id, isResting]);
  return [...events.values()].sort((a, b) => a.number - b.number);
}
