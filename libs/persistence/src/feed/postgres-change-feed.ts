import type { ChangeFeed, Clock, Sealer } from '@assay/kernel';
import type { Database } from '../database/open-database.js';
import { ChangeListener } from './change-listener.js';
import { type OutboxEntry, readOutbox, type Snapshot, takeSnapshot } from './outbox-reader.js';
import { changed, type Kind, type Reader, removed, type StoredChange, stateReaders } from './states.js';

type Apply = (changes: readonly StoredChange[]) => void | Promise<void>;

export interface FeedOptions {
  readonly databaseUrl: string;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** Called for a failed read; it is repeated at the next notification, poll or `caughtUp`. */
  readonly onProblem?: (cause: unknown) => void;
}

const batchSize = 1_000;
/**
 * A notification is followed after this long, and only when no reading has begun meanwhile: a writer's own `caughtUp`
 * comes just after its commit and would otherwise wait for a reading that the notification began.
 */
const settleMs = 5;
/** A lost notification is recovered after this long: a revoked version is out of use within a second in any case. */
const pollMs = 500;

/** Follows the outbox: woken by NOTIFY, by a poll twice a second, and by callers of `caughtUp`. */
export class PostgresChangeFeed implements ChangeFeed<StoredChange> {
  private readonly readers: Readonly<Record<Kind, Reader>>;
  private readonly listener: ChangeListener;
  private apply: Apply = () => undefined;
  private snapshot: Snapshot | undefined;
  private confirmed = 0;
  /** The same by the clock that never goes back. */
  private confirmedTick = Number.NEGATIVE_INFINITY;
  private isFollowing = false;
  /** The last reading that was begun or queued; readings follow one another. */
  private tail: Promise<void> = Promise.resolve();
  /** A reading that has not begun, which newcomers may share. */
  private next: Promise<void> | undefined;
  /** Ids that were delivered as present, so that a full delivery can say which of them are gone. */
  private readonly present = new Map<string, Set<string>>();
  private cancelPoll: () => void = () => undefined;
  /** Readings begun so far; the number at the last notification that nobody has followed yet. */
  private begun = 0;
  private heardAt: number | undefined;

  constructor(private readonly options: FeedOptions) {
    this.readers = stateReaders(options.database, options.sealer);
    this.listener = new ChangeListener(options.databaseUrl, options.clock, () => this.hear());
  }

  async start(apply: Apply): Promise<void> {
    this.apply = apply;
    await this.listener.open();
    try {
      await this.caughtUp();
    } catch (cause) {
      await this.listener.close();
      throw cause;
    }
    this.isFollowing = true;
    this.poll();
    this.wake();
  }

  /** Callers that come while a reading runs share the one after it: the running one may have begun before their commit. */
  caughtUp(): Promise<void> {
    if (!this.next) {
      const reading = this.tail.then(() => {
        this.next = undefined;
        return this.read();
      });
      this.next = reading;
      this.tail = reading.catch(() => undefined);
    }
    return this.next;
  }

  confirmedAt(): number {
    return this.confirmed;
  }

  /** By both clocks: one may be set, the other stands still while the machine sleeps. */
  sinceConfirmedMs(): number {
    const { clock } = this.options;
    return Math.max(clock.now() - this.confirmed, clock.monotonic() - this.confirmedTick);
  }

  async stop(): Promise<void> {
    this.isFollowing = false;
    this.cancelPoll();
    await this.listener.close();
    await this.tail;
  }

  private hear(): void {
    const isPending = this.heardAt !== undefined;
    this.heardAt = this.begun;
    if (isPending) return;
    this.options.clock.after(settleMs, () => {
      const isUnread = this.heardAt === this.begun;
      this.heardAt = undefined;
      if (isUnread) this.wake();
    });
  }

  private wake(): void {
    if (this.isFollowing) this.caughtUp().catch((cause: unknown) => this.options.onProblem?.(cause));
  }

  private poll(): void {
    this.cancelPoll = this.options.clock.after(pollMs, () => {
      if (!this.isFollowing) return;
      this.wake();
      this.poll();
    });
  }

  private async read(): Promise<void> {
    this.begun += 1;
    const startedAt = this.options.clock.now();
    const startedTick = this.options.clock.monotonic();
    if (this.snapshot === undefined) await this.readEverything();
    else await this.readNews(this.snapshot);
    this.confirmed = startedAt;
    this.confirmedTick = startedTick;
  }

  private async readNews(before: Snapshot): Promise<void> {
    const news = await readOutbox(this.options.database.pool, before);
    if (news.missed) return await this.readEverything();
    const batch = unique(news.entries);
    for (let from = 0; from < batch.length; from += batchSize) {
      await this.deliver(await this.load(batch.slice(from, from + batchSize)));
    }
    this.snapshot = news.snapshot;
  }

  private async load(entries: readonly OutboxEntry[]): Promise<StoredChange[]> {
    const changes: StoredChange[] = [];
    for (const [kind, reader] of Object.entries(this.readers) as [Kind, Reader][]) {
      const ids = entries.filter((entry) => entry.kind === kind).map((entry) => entry.ref);
      if (ids.length === 0) continue;
      const states = new Map((await reader({ ids })).map((state) => [state.id, state]));
      for (const id of ids) {
        const state = states.get(id);
        changes.push(state ? changed(kind, state) : removed(kind, id));
      }
    }
    return changes;
  }

  /**
   * The snapshot comes before the tables: what is committed in between is delivered twice rather than never. What was
   * delivered earlier and is not there any more is delivered as gone.
   */
  private async readEverything(): Promise<void> {
    const snapshot = await takeSnapshot(this.options.database.pool);
    for (const kind of Object.keys(this.readers) as Kind[]) {
      const gone = new Set(this.present.get(kind));
      for await (const changes of this.batches(kind)) {
        for (const change of changes) gone.delete(change.id);
        await this.deliver(changes);
      }
      if (gone.size > 0) await this.deliver([...gone].map((id) => removed(kind, id)));
    }
    this.snapshot = snapshot;
  }

  private async *batches(kind: Kind): AsyncGenerator<StoredChange[]> {
    let after: string | null = null;
    do {
      const states: Awaited<ReturnType<Reader>> = await this.readers[kind]({ after, limit: batchSize });
      if (states.length > 0) yield states.map((state) => changed(kind, state));
      after = states.length < batchSize ? null : (states.at(-1)?.id ?? null);
    } while (after !== null);
  }

  private async deliver(changes: readonly StoredChange[]): Promise<void> {
    await this.apply(changes);
    for (const { kind, id, state } of changes) {
      const ids = this.present.get(kind) ?? new Set();
      this.present.set(kind, ids);
      if (state === null) ids.delete(id);
      else ids.add(id);
    }
  }
}

/** The last mention of each row; a row changed many times is loaded once. */
function unique(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return [...new Map(entries.map((entry) => [`${entry.kind} ${entry.ref}`, entry])).values()];
}
