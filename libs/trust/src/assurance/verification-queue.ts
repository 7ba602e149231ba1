import { type Clock, type Job, type Jobs, minuteMs, type Random, type WorkQueue } from '@assay/kernel';
import type { Verification } from './verification.js';
import type { VerificationStore } from './verification-store.js';
import type { VerifyVersion } from './verify-version.js';

export interface VerificationQueuePorts {
  readonly verifications: Pick<VerificationStore, 'beginDue' | 'unfinished' | 'find'>;
  readonly verify: Pick<VerifyVersion, 'run'>;
  readonly jobs: Pick<Jobs, 'add' | 'work'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
}

interface Queued {
  readonly verification: string;
}

/** Verifications under way at once on one replica. */
const concurrency = 4;
/** What began so long ago and runs nowhere was begun by a process that died before it could queue it, or by an older version. */
const unfinishedAfterMs = minuteMs;
/** Turns that are begun, and unfinished ones that are queued again, at once. */
const batch = 100;

/**
 * Verifications that wait to be carried out, each once, by whichever replica the queue gives it to. Their rows say what is
 * unfinished, so that a lost piece costs a delay.
 */
export class VerificationQueue {
  readonly #ports: VerificationQueuePorts;
  readonly #queue: WorkQueue<Queued>;

  constructor(ports: VerificationQueuePorts) {
    this.#ports = ports;
    this.#queue = ports.jobs.work<Queued>({
      ...{ name: 'verifications', concurrency },
      run: (queued, signal) => this.#run(queued, signal),
    });
    ports.jobs.add(this.sweep);
  }

  /** Queues one that was begun. What cannot be queued now is found by the sweep. */
  add(begun: Pick<Verification, 'id'>): Promise<void> {
    return this.#add([begun]).catch(() => undefined);
  }

  /** Begins the turns that are due, and queues them with what is unfinished. */
  readonly sweep: Job = {
    name: 'verifications.sweep',
    everyMs: minuteMs,
    run: async (signal) => {
      const { verifications, clock, random } = this.#ports;
      await this.#add(await verifications.unfinished(clock.now() - unfinishedAfterMs, batch));
      for (let begun = batch; begun === batch && !signal.aborted; ) {
        const ids = Array.from({ length: batch }, () => random.uuid());
        const due = await verifications.beginDue({ now: clock.now(), ids });
        await this.#add(due);
        begun = due.length;
      }
    },
  };

  #add(begun: readonly Pick<Verification, 'id'>[]): Promise<void> {
    return this.#queue.add(begun.map(({ id }) => ({ key: id, payload: { verification: id } })));
  }

  async #run({ verification: id }: Queued, signal: AbortSignal): Promise<void> {
    const { verifications, verify } = this.#ports;
    const verification = await verifications.find(id);
    if (verification === undefined || verification.endedAt !== null) return;
    try {
      await verify.run(verification, signal);
    } catch (cause) {
      const { versionId } = verification;
      throw new Error(`The verification of version ${versionId} failed: ${(cause as Error)?.message}`, { cause });
    }
  }
}
