import type { Envelope } from '@assay/contracts';
import { type RunningCalls, type ScheduledCalls, scheduledStanding } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import type { RecordedCall } from '../audit/ports.js';

/** A caller's own calls, running or recorded. */
export class OwnCalls {
  constructor(
    private readonly running: Pick<RunningCalls, 'find'>,
    private readonly recordedCall: (id: string) => Promise<RecordedCall | undefined>,
    private readonly scheduled: Pick<ScheduledCalls, 'find'>,
  ) {}

  /** A call of the caller's own as it is now. */
  async find({ principalId }: Caller, id: string): Promise<Envelope | undefined> {
    const running = this.running.find(id, principalId);
    if (running !== undefined) return running.view();
    const recorded = await this.recordedCall(id);
    if (recorded?.principalId !== principalId) return undefined;
    const again = async () => (await this.recordedCall(id))?.body as Envelope | undefined;
    return scheduledStanding(recorded.body as Envelope, { store: this.scheduled, recorded: again });
  }
}
