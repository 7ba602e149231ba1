import type { Directory } from '@assay/identity';
import { type AuditLog, blameOf, type CallFinished, type Clock, dayMs, hourMs, type Notices } from '@assay/kernel';
import type { Candidate, CandidateArm, CandidateMark } from './candidate.js';
import {
  addCounts,
  type CandidateCounts,
  type CandidateState,
  type CandidateStore,
  noCounts,
} from './candidate-store.js';
import { judgeCanary } from './judge-canary.js';
import { isWithinShare, type KeyedDigest } from './sticky-share.js';

export interface CandidateBookPorts {
  readonly store: CandidateStore;
  readonly mac: KeyedDigest;
  readonly notices: Notices;
  readonly directory: Pick<Directory, 'principal'>;
  readonly audit: AuditLog;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  /** Called for background failures that are retried. */
  readonly onProblem: (cause: unknown) => void;
}

const flushEveryMs = 5_000;
/** How often a replica asks what was rolled back or enabled elsewhere. */
const refreshEveryMs = 15_000;
/** What a canary is judged by: its calls of so long. */
const judgedMs = dayMs;
/**
 * Calls of one caller that count in an hour, on each side: a caller with arguments that break any tool would otherwise
 * roll back a canary alone. A session is a caller of its own where calls name one.
 */
const maxCountedPerHour = 10;
const maxCallers = 20_000;

interface Pending {
  readonly candidate: Candidate;
  readonly epoch: number;
  counts: CandidateCounts;
}

/** Which calls go to canaries, and the results of candidates: counted here, and shared with all replicas in groups. */
export class CandidateBook {
  readonly #ports: CandidateBookPorts;
  #states = new Map<string, CandidateState>();
  #pending = new Map<string, Pending>();
  /** Calls of each caller in this hour. */
  #counted = new Map<string, number>();
  #hour = 0;
  #flushing: Promise<void> = Promise.resolve();
  #stopFlush: (() => void) | undefined;
  #stopRefresh: (() => void) | undefined;

  constructor(ports: CandidateBookPorts) {
    this.#ports = ports;
  }

  /** Reads what is rolled back, before the first call, and again from time to time. */
  async start(): Promise<void> {
    await this.refresh();
    this.#refreshLater();
  }

  async refresh(): Promise<void> {
    const states = await this.#ports.store.states();
    this.#states = new Map(states.map((it) => [it.id, it]));
  }

  isRolledBack = ({ id }: Pick<Candidate, 'id'>): boolean => (this.#states.get(id)?.rolledBackAt ?? null) !== null;

  /** On which side of a canary a caller's session is; undefined while it is rolled back. */
  markOf(candidate: Candidate, principalId: string | null, session: string | undefined): CandidateMark | undefined {
    if (this.isRolledBack(candidate)) return undefined;
    const isIn = isWithinShare(candidate.percent, { candidateId: candidate.id, principalId, session }, this.#ports.mac);
    const arm: CandidateArm = isIn ? 'candidate' : 'primary';
    return { candidate, epoch: this.#epochOf(candidate), arm };
  }

  /** Counts a finished call of either side of a canary; only a tool's own failures count against it. */
  note = (event: CallFinished): void => {
    const mark = event.candidate as CandidateMark | undefined;
    if (mark === undefined) return;
    const blame = blameOf(event);
    if (blame !== 'none' && blame !== 'tool') return;
    if (!this.#mayCount(`${mark.candidate.id} ${mark.arm} ${event.principalId} ${event.session ?? ''}`)) return;
    const failed = blame === 'tool' ? 1 : 0;
    const ms = event.upstreamMs ?? 0;
    this.add(
      mark.candidate,
      mark.arm === 'candidate'
        ? { calls: 1, failures: failed, ms }
        : { primaryCalls: 1, primaryFailures: failed, primaryMs: ms },
      mark.epoch,
    );
  };

  add(candidate: Candidate, counts: Partial<CandidateCounts>, epoch = this.#epochOf(candidate)): void {
    const key = `${candidate.id} ${epoch}`;
    const pending = this.#pending.get(key) ?? { candidate, epoch, counts: noCounts };
    pending.counts = addCounts(pending.counts, counts);
    this.#pending.set(key, pending);
    this.#stopFlush ??= this.#ports.clock.after(flushEveryMs, () => void this.flush().catch(this.#ports.onProblem));
  }

  /** Writes what was counted, and judges canaries by what all replicas have counted; flushes follow one another. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write());
    return this.#flushing;
  }

  async stop(): Promise<void> {
    this.#stopRefresh?.();
    await this.flush();
  }

  async resume({ id }: Pick<Candidate, 'id'>): Promise<boolean> {
    const state = await this.#ports.store.resume(id, this.#ports.clock.now());
    await this.refresh();
    return state !== undefined;
  }

  async #write(): Promise<void> {
    this.#stopFlush?.();
    this.#stopFlush = undefined;
    const { store, clock } = this.#ports;
    for (const [key, { candidate, epoch, counts }] of [...this.#pending]) {
      this.#pending.delete(key);
      const { id, organisationId } = candidate;
      const at = clock.now();
      const added = await store
        .add({ id, organisationId, epoch, at, counts }, at - judgedMs)
        .catch((cause: unknown) => {
          // Counted again with the next group.
          this.add(candidate, counts, epoch);
          throw cause;
        });
      this.#states.set(id, added.state);
      const why = candidate.kind === 'canary' && added.state.rolledBackAt === null ? judgeCanary(added.totals) : null;
      if (why !== null) await this.#rollBack(candidate, added.state.epoch, why);
    }
  }

  /** The owner is notified before, once for all replicas: a crash between the two repeats both. */
  async #rollBack(candidate: Candidate, epoch: number, why: string): Promise<void> {
    const { store, notices, directory, audit, clock } = this.#ports;
    const { id, organisationId, ownerId, place, tool } = candidate;
    const owner = ownerId === null ? undefined : directory.principal(ownerId);
    if (owner !== undefined)
      await notices.send([
        {
          key: `canary.rolled-back ${id} ${epoch}`,
          kind: 'canary.rolled-back',
          subject: tool,
          text: `The canary ${tool} of ${place} is rolled back: ${why}. All its calls go to the tool in use again until you enable it: assay candidates resume ${id}.`,
          details: { candidate: id, place, tool, reason: why },
          to: [{ organisationId: owner.organisationId, principalId: owner.id }],
        },
      ]);
    if (!(await store.rollBack(id, epoch, clock.now(), why))) return;
    audit.append({
      ...{ organisationId, principalId: null, action: 'canary.roll-back', subject: tool },
      details: { candidate: id, place, reason: why },
    });
    await this.refresh();
  }

  #epochOf = ({ id }: Pick<Candidate, 'id'>): number => this.#states.get(id)?.epoch ?? 1;

  #mayCount(key: string): boolean {
    const hour = Math.floor(this.#ports.clock.now() / hourMs);
    if (hour !== this.#hour || this.#counted.size >= maxCallers) this.#counted.clear();
    this.#hour = hour;
    const count = (this.#counted.get(key) ?? 0) + 1;
    this.#counted.set(key, count);
    return count <= maxCountedPerHour;
  }

  #refreshLater(): void {
    this.#stopRefresh = this.#ports.clock.after(refreshEveryMs, () => {
      void this.refresh()
        .catch(this.#ports.onProblem)
        .then(() => this.#refreshLater());
    });
  }
}
