import type { Envelope } from '@assay/contracts';
import type { RunningCalls } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import type { RecordedCall } from '../audit/ports.js';

/** A caller's own calls, running or recorded. */
export class OwnCalls {
  constructor(
    private readonly running: Pick<RunningCalls, 'find'>,
    private readonly recordedCall: (id: string) => Promise<RecordedCall | undefined>,
  ) {}

  /** A call of the caller's own as it is now. */
  async find({ principalId }: Caller, id: string): Promise<Envelope | undefined> {
    const running = this.running.find(id, principalId);
    if (running !== undefined) return running.view();
    const recorded = await this.recordedCall(id);
    return recorded?.principalId === principalId ? (recorded.body as Envelope) : undefined;
  }
}
