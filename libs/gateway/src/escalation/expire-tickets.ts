import { type Clock, fail, type Job } from '@assay/kernel';
import type { CloseTickets } from './close-ticket.js';
import type { TicketStore } from './ticket.js';

export interface ExpireTicketsPorts {
  readonly tickets: Pick<TicketStore, 'overdue'>;
  readonly closing: Pick<CloseTickets, 'run'>;
  readonly clock: Pick<Clock, 'now'>;
}

const everyMs = 60_000;
const atOnce = 100;

/** Ends tickets that nobody answered in time: their calls have failed. */
export const expireTickets = ({ tickets, closing, clock }: ExpireTicketsPorts): Job => ({
  name: 'escalation.expire',
  everyMs,
  run: async (signal) => {
    for (;;) {
      const overdue = await tickets.overdue(clock.now(), atOnce);
      for (const ticket of overdue)
        await closing.run(
          ticket,
          {
            failure: fail('nothing_available', 'Nobody answered within 72 hours. Call again if it is still wanted.')
              .error,
            by: null,
          },
          { principalId: null, decision: null, status: 'expired' },
        );
      if (overdue.length < atOnce || signal.aborted) return;
    }
  },
});
