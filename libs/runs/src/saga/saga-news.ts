import type { SagaState } from '@assay/contracts';
import { type Clock, wait } from '@assay/kernel';
import type { Saga } from './saga.js';
import { isAtRest } from './saga-states.js';
import type { NumberedSagaEvent, SagaStore } from './saga-store.js';

/** A saga is carried out by any replica: its events are looked for so often, in ms. */
const lookEveryMs = 300;
const eventsAtOnce = 200;

export interface SagaNewsPorts {
  readonly store: Pick<SagaStore, 'events'>;
  readonly clock: Pick<Clock, 'after'>;
}

/** The events of a saga after a number, live, until it rests or the listener is gone. */
export async function* sagaNews(
  saga: Saga,
  after: number,
  gone: AbortSignal,
  { store, clock }: SagaNewsPorts,
): AsyncGenerator<NumberedSagaEvent, void, undefined> {
  let last = after;
  // Every state is entered with an event: the events determine the saga's state.
  let { state } = saga;
  while (!gone.aborted) {
    const events = await store.events(saga.id, last, eventsAtOnce);
    for (const event of events) {
      if (event.kind === 'saga.state') state = event.status as SagaState;
      last = event.number;
      yield event;
    }
    if (events.length === eventsAtOnce) continue;
    if (isAtRest({ state }) || !(await wait(clock, lookEveryMs, gone))) return;
  }
}
