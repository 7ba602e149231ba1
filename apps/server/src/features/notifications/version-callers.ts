import type { CallFinished, Clock } from '@assay/kernel';
import { dayOf, type VersionCall, type VersionCallers } from '@assay/registry';

const flushEveryMs = 5_000;
/** Most callers that wait to be written. Beyond it, which takes a database that is away, new ones are passed over. */
const waitingCap = 20_000;
/** Most callers remembered as written today; beyond it some are written a second time, which does no harm. */
const writtenCap = 100_000;

/**
 * Notes who called which version, in groups and once a day each. Only calls that reached the upstream count. A crash
 * loses at most the last 5 s.
 */
export class VersionCallerLog {
  readonly #store: Pick<VersionCallers, 'add'>;
  readonly #clock: Clock;
  #waiting = new Map<string, VersionCall>();
  #written = new Set<string>();
  #writtenDay = 0;
  #stopTimer: (() => void) | undefined;

  constructor(store: Pick<VersionCallers, 'add'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  note = ({ upstreamMs, organisationId, principalId, versionId, at }: CallFinished): void => {
    if (upstreamMs === null) return;
    const key = `${principalId} ${versionId}`;
    const day = dayOf(at);
    if (day > this.#writtenDay) {
      this.#written.clear();
      this.#writtenDay = day;
    }
    if (this.#written.has(key) || this.#waiting.size >= waitingCap) return;
    this.#waiting.set(key, { organisationId, principalId, versionId, day });
    this.#startTimer();
  };

  /** What cannot be written stays for the next time. */
  async flush(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    if (this.#waiting.size === 0) return;
    const group = this.#waiting;
    this.#waiting = new Map();
    try {
      await this.#store.add([...group.values()]);
    } catch (error) {
      this.#waiting = new Map([...group, ...this.#waiting]);
      this.#startTimer();
      throw error;
    }
    this.#remember(group);
  }

  #remember(group: ReadonlyMap<string, VersionCall>): void {
    if (this.#written.size > writtenCap) this.#written.clear();
    for (const [key, { day }] of group) if (day === this.#writtenDay) this.#written.add(key);
  }

  #startTimer(): void {
    this.#stopTimer ??= this.#clock.after(flushEveryMs, () => void this.flush().catch(() => {}));
  }
}
