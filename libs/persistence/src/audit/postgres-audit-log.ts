import {
  type Appended,
  type AuditDraft,
  type AuditLog,
  backOffMs,
  type Clock,
  groupCap,
  type Random,
  type SignedGroup,
  type Signer,
  signGroup,
} from '@assay/kernel';
import type pg from 'pg';
import { isAboutData } from '../database/connect.js';
import { Chain, type LinkedRecord } from './chain.js';
import { insertRecords, type WritableRecord } from './insert-records.js';
import { WaitingRecord } from './waiting-record.js';

export interface AuditLogOptions {
  readonly pool: pg.Pool;
  readonly replicaId: string;
  /** Signs each group as it is written. */
  readonly signer: Signer;
  readonly clock: Clock;
  readonly random: Random;
  /** Bound for records that nobody waits for; default 100. What a crash can lose is what came within it. */
  readonly flushWithinMs?: number;
  /** Called for each group that is on the disk. */
  readonly onDurable?: () => void;
  /** Called for each failed write; the log keeps retrying. */
  readonly onProblem?: (cause: unknown) => void;
}

/** Thrown by `append` when the database has not kept up for so long that no more records fit in memory. */
export class AuditBacklogFull extends Error {
  constructor(backlog: number) {
    super(`${backlog} audit records wait for the database; try again when it answers.`);
  }
}

const maxGroupCharacters = 8_000_000;
const maxBacklog = 50_000;
const delays = { firstMs: 50, maxMs: 2_000 };
/** How long `close` goes on trying. */
const closePatienceMs = 5_000;

/**
 * One chain for this replica and start, written in groups: while one group is on its way the next collects. Groups are
 * written in order and repeated until they are kept, so that the chain on disk has no holes: after a crash it just ends.
 */
export class PostgresAuditLog implements AuditLog {
  private readonly chain: Chain;
  private queue: WaitingRecord[] = [];
  private last: WaitingRecord | undefined;
  private inFlight = 0;
  private isWriting = false;
  private hasFailed = false;
  private isScheduled = false;
  private awaitedUpTo = 0;
  private cancelTimer: (() => void) | undefined;
  /** On the clock's monotonic scale; undefined while open. */
  private closeBy: number | undefined;
  private durable: LinkedRecord | undefined;
  private done: Promise<void> = Promise.resolve();
  /** Cuts the pause between two attempts short. */
  private hurry: () => void = () => undefined;
  /** Callers of flush, notified when an attempt fails. */
  private readonly flushing = new Set<(cause: unknown) => void>();

  constructor(private readonly options: AuditLogOptions) {
    this.chain = new Chain(`${options.replicaId}/${options.random.uuid()}`);
  }

  get isFailing(): boolean {
    return this.hasFailed;
  }

  get chainId(): string {
    return this.chain.id;
  }

  /** The last record that is on the disk; undefined before there is one. */
  get head(): LinkedRecord | undefined {
    return this.durable;
  }

  get backlog(): number {
    return this.queue.length + this.inFlight;
  }

  append(draft: AuditDraft): Appended {
    if (this.closeBy !== undefined) throw new Error('The audit log is closed; the server is stopping.');
    if (this.backlog >= maxBacklog) throw new AuditBacklogFull(this.backlog);
    const record = this.chain.link(draft, this.options.clock.now());
    const waiting = new WaitingRecord(record, draft.invocation);
    this.queue.push(waiting);
    this.last = waiting;
    this.cancelTimer ??= this.options.clock.after(this.options.flushWithinMs ?? 100, () => this.due());
    const demand = () => this.demand(waiting);
    return {
      receipt: this.chain.receiptOf(record),
      /** Asking is what makes a record urgent. */
      get settled() {
        return demand();
      },
    };
  }

  /**
   * Records are stored in order, so that the last one covers all. The next attempt is made now, and the caller of flush
   * is notified of its failure.
   */
  async flush(): Promise<void> {
    if (this.last === undefined || this.last.isOver) return;
    const trouble = new Promise<never>((_, reject) => {
      this.flushing.add(reject);
      this.demand(this.last as WaitingRecord).then(() => this.flushing.delete(reject), reject);
    });
    this.hurry();
    await Promise.race([this.demand(this.last), trouble]);
  }

  /** Writes what waits, for at most 5 s while the database is away; what cannot be written is rejected. */
  async close(): Promise<void> {
    this.closeBy ??= this.options.clock.monotonic() + closePatienceMs;
    this.due();
    await this.done;
  }

  private demand(waiting: WaitingRecord): Promise<void> {
    if (!waiting.isOver) {
      this.awaitedUpTo = Math.max(this.awaitedUpTo, waiting.record.sequence);
      this.schedule();
    }
    return waiting.settled();
  }

  /** Everything linked so far is to be written now. */
  private due(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    this.awaitedUpTo = Math.max(this.awaitedUpTo, this.queue.at(-1)?.record.sequence ?? 0);
    if (!this.isWriting) this.done = this.drain();
  }

  /** Begins after this turn of the event loop, so that records of the same turn share a group. */
  private schedule(): void {
    if (this.isWriting || this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      if (!this.isWriting) this.done = this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.isWriting = true;
    while ((this.queue[0]?.record.sequence ?? Number.POSITIVE_INFINITY) <= this.awaitedUpTo) {
      const { waiting, group } = this.nextGroup();
      this.inFlight = waiting.length;
      const end = await this.write(group);
      this.inFlight = 0;
      if (end === 'durable') {
        this.durable = waiting.at(-1)?.record;
        this.options.onDurable?.();
      }
      for (const each of waiting) each.finish(end);
      if (end !== 'durable') this.giveUp(end);
    }
    this.isWriting = false;
  }

  /** A group lies within one month, whose partition is one day removed as a whole. */
  private nextGroup(): { waiting: WaitingRecord[]; group: WritableRecord[] } {
    const group: WritableRecord[] = [];
    let characters = 0;
    for (const each of this.queue) {
      if (group.length >= groupCap || characters >= maxGroupCharacters) break;
      if (group[0] && monthOf(group[0].record) !== monthOf(each.record)) break;
      const writable = each.toWritable((cause) => this.options.onProblem?.(cause));
      characters += writable.record.detailsText.length + (writable.invocation?.body.length ?? 0);
      group.push(writable);
    }
    return { waiting: this.queue.splice(0, group.length), group };
  }

  /** Repeats until the group is kept, or until closing has taken too long. */
  private async write(first: readonly WritableRecord[]): Promise<'durable' | Error> {
    let group = first;
    const signed = this.sign(group);
    for (let retry = 0; ; retry += 1) {
      const delayMs = backOffMs(delays, retry);
      try {
        await insertRecords(this.options.pool, group, signed);
        this.hasFailed = false;
        return 'durable';
      } catch (cause) {
        this.options.onProblem?.(cause);
        if (isAboutData(cause)) group = group.map(withReadableBody);
        else this.noteFailure(cause);
        if (this.closeBy !== undefined && this.options.clock.monotonic() + delayMs > this.closeBy) {
          return new Error('The record could not be written before the server stopped.', { cause });
        }
      }
      await this.pause(delayMs);
    }
  }

  private sign(group: readonly WritableRecord[]): SignedGroup {
    const { signer, clock } = this.options;
    const hashes = group.map(({ record }) => record.hash);
    const first = group[0]?.record.sequence ?? 0;
    return signGroup(signer, { chain: this.chain.id, first, hashes }, Math.trunc(clock.now()));
  }

  private pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const stopTimer = this.options.clock.after(delayMs, resolve);
      this.hurry = () => {
        stopTimer();
        resolve();
      };
    });
  }

  private noteFailure(cause: unknown): void {
    this.hasFailed = true;
    for (const reject of this.flushing) reject(cause);
    this.flushing.clear();
  }

  private giveUp(reason: Error): void {
    for (const each of this.queue.splice(0)) each.finish(reason);
  }
}

/** Of the year 0, in UTC. */
function monthOf({ at }: LinkedRecord): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** An envelope that is no JSON must not keep back the records of everybody else. */
function withReadableBody(entry: WritableRecord): WritableRecord {
  if (!entry.invocation) return entry;
  try {
    JSON.parse(entry.invocation.body);
    return entry;
  } catch {
    return { ...entry, invocation: { ...entry.invocation, body: 'null' } };
  }
}
