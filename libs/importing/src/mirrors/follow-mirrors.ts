import {
  backOffMs,
  type Clock,
  type Failure,
  hourMs,
  isoTime,
  type Job,
  type Jobs,
  type Notices,
  type Result,
  startDeadline,
  type WorkQueue,
} from '@assay/kernel';
import { type AbsorbPorts, absorbEntries } from './absorb-entries.js';
import { hideMirrored } from './hide-mirrored.js';
import type { Mirror, MirrorProgress, MirrorStore, MirrorWalk, RegistryPage, RegistrySource } from './mirror.js';
import { type MirroredEntry, readMirroredEntry } from './mirrored-entry.js';

export interface FollowPorts extends AbsorbPorts {
  readonly mirrors: MirrorStore;
  readonly source: RegistrySource;
  readonly notices: Notices;
  readonly jobs: Pick<Jobs, 'add' | 'work'>;
  readonly clock: Clock;
}

/** Maximum time for one page. */
const pageMs = 30_000;
/** What changed shortly before the newest change seen is asked for again: it may have become visible later. */
const overlapMs = 60_000;
const pauses = { firstMs: 60_000, maxMs: 6 * hourMs };
/** Walks on one replica at the same time. */
const concurrency = 4;
const sweepEveryMs = 30_000;
/** A walk that takes longer goes on after the next sweep, so that mirrors which become due meanwhile have their turn. */
const turnMs = 60_000;
/** Failures in a row before a notification. */
const tellAfter = 3;

interface Queued {
  readonly mirror: string;
  /** Somebody asked for the walk, so that it is made although the mirror is not due. */
  readonly isAsked: boolean;
}

/** Follows other registries: page by page, remembering after each how far it came. The queue gives a mirror to one replica. */
export class FollowMirrors {
  readonly #ports: FollowPorts;
  readonly #queue: WorkQueue<Queued>;

  constructor(ports: FollowPorts) {
    this.#ports = ports;
    this.#queue = ports.jobs.work<Queued>({
      ...{ name: 'mirrors', concurrency },
      run: ({ mirror, isAsked }, signal) => this.follow(mirror, signal, isAsked),
    });
    ports.jobs.add(this.sweep);
  }

  /** Queues every mirror that is due. */
  readonly sweep: Job = {
    name: 'mirrors.sweep',
    everyMs: sweepEveryMs,
    run: async () => {
      const now = this.#ports.clock.now();
      await this.#add((await this.#ports.mirrors.mirrors()).filter((it) => it.nextAt <= now));
    },
  };

  /** Queues a walk that somebody asked for. When that fails, the mirror is walked when it is due. */
  soon(id: string): Promise<void> {
    return this.#add([{ id }], true).catch(() => undefined);
  }

  /** One walk of a mirror that is due, or that somebody asked for. */
  async follow(id: string, signal: AbortSignal, isAsked = false): Promise<void> {
    const { mirrors, clock } = this.#ports;
    const mirror = await mirrors.findMirror(id);
    if (mirror === undefined || (mirror.nextAt > clock.now() && !isAsked)) return;
    await this.#walk(mirror, signal);
    // Removed while it was walked: what this walk still brought in is hidden like the rest.
    if ((await mirrors.findMirror(id)) === undefined)
      await hideMirrored(this.#ports.servers, id, 'not followed any more');
  }

  #add(due: readonly Pick<Mirror, 'id'>[], isAsked = false): Promise<void> {
    return this.#queue.add(due.map(({ id }) => ({ key: id, payload: { mirror: id, isAsked } })));
  }

  async #walk(mirror: Mirror, signal: AbortSignal): Promise<void> {
    const startedAt = this.#ports.clock.now();
    let walk = mirror.walk ?? begin(mirror.syncedTo);
    // The other registry may no longer accept a stored cursor: then the walk restarts, once.
    let kept = mirror.walk !== null;
    // An interrupted walk is due again immediately.
    let progress: MirrorProgress = {
      ...mirror,
      ...(kept ? {} : noneSkipped),
      lastAttemptAt: startedAt,
      nextAt: startedAt,
    };
    for (;;) {
      const page = await this.#page(mirror, walk, signal);
      if (signal.aborted) return;
      if (!page.ok && kept && refusesCursor(page.error)) {
        kept = false;
        walk = begin(mirror.syncedTo);
        progress = { ...progress, ...noneSkipped };
        continue;
      }
      if (!page.ok) return this.#failed(mirror, { ...progress, walk }, page.error);
      kept = false;
      const { refused, newest } = await this.#absorb(mirror, page.value, walk.newest).catch(async (cause: unknown) => {
        await this.#failed(mirror, { ...progress, walk }, unkeepable);
        throw cause;
      });
      progress = withSkipped(progress, refused);
      const { nextCursor } = page.value;
      if (nextCursor === null) return this.#done(mirror, progress, newest);
      if (nextCursor === walk.cursor) return this.#failed(mirror, progress, repeatedCursor);
      walk = { ...walk, cursor: nextCursor, newest };
      progress = { ...progress, walk };
      const isKept = await this.#ports.mirrors.saveProgress(mirror.id, progress);
      if (!isKept || this.#ports.clock.now() - startedAt >= turnMs) return;
    }
  }

  async #page(
    { url }: Mirror,
    { cursor, since }: MirrorWalk,
    signal: AbortSignal,
  ): Promise<Result<RegistryPage, Failure>> {
    const deadline = startDeadline(this.#ports.clock, pageMs, signal);
    try {
      return await this.#ports.source.page(url, { cursor, updatedSince: since }, deadline);
    } finally {
      deadline.end();
    }
  }

  async #absorb(mirror: Mirror, { entries }: RegistryPage, before: string | null) {
    const read = entries.map(readMirroredEntry);
    const usable = read.filter((it): it is MirroredEntry => !('refused' in it));
    const refused = read.flatMap((it) => ('refused' in it ? [it.refused] : []));
    const now = this.#ports.clock.now();
    const newest = usable.reduce((latest, { updatedAt }) => later(latest, notAfter(now, updatedAt)), before);
    if (usable.length === 0) return { refused, newest };
    const absorbed = await absorbEntries(this.#ports, mirror, usable);
    return { refused: [...refused, ...absorbed.refused], newest };
  }

  async #done(mirror: Mirror, progress: MirrorProgress, newest: string | null): Promise<void> {
    const now = this.#ports.clock.now();
    await this.#ports.mirrors.saveProgress(mirror.id, {
      ...progress,
      syncedTo: newest,
      walk: null,
      lastSuccessAt: now,
      nextAt: now + mirror.everyMs,
      failures: 0,
      error: null,
    });
  }

  /** What was taken stays; the walk goes on from its last page, the later the more often it failed. */
  async #failed(mirror: Mirror, progress: MirrorProgress, failure: Failure): Promise<void> {
    const failures = mirror.failures + 1;
    const wait = backOffMs(pauses, failures - 1, failure);
    const nextAt = this.#ports.clock.now() + Math.min(pauses.maxMs, wait);
    const error = failure.message;
    const isKept = await this.#ports.mirrors.saveProgress(mirror.id, { ...progress, failures, error, nextAt });
    if (isKept && failures === tellAfter) await this.#tell(mirror, failure);
  }

  async #tell({ id, url, organisationId, createdBy, lastSuccessAt }: Mirror, { message }: Failure): Promise<void> {
    await this.#ports.notices.send([
      {
        key: `mirror.failing ${id} ${lastSuccessAt ?? 0}`,
        kind: 'mirror.failing',
        subject: url,
        text: `The mirror of ${url} has failed ${tellAfter} times: ${message}`,
        details: { mirror: id, error: message },
        to: createdBy === null ? [] : [{ organisationId, principalId: createdBy }],
      },
    ]);
  }
}

const begin = (syncedTo: string | null): MirrorWalk => ({
  since: syncedTo === null ? null : isoTime(Date.parse(syncedTo) - overlapMs),
  cursor: null,
  newest: syncedTo,
});

const noneSkipped = { skipped: 0, skippedExample: null };

const repeatedCursor: Failure = { code: 'upstream_error', message: 'It answers the same cursor again.' };
const unkeepable: Failure = {
  code: 'internal',
  message: 'What it answered could not be kept; the log of this server says why.',
};

const refusesCursor = ({ code }: Failure): boolean => code === 'invalid_request';

/** An entry dated in the future would otherwise prevent requests for everything before that date. */
const notAfter = (now: number, at: string | null): string | null =>
  at !== null && Date.parse(at) > now ? isoTime(now) : at;

const later = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && Date.parse(b) > Date.parse(a)) ? b : a;

const withSkipped = (progress: MirrorProgress, refused: readonly string[]): MirrorProgress => ({
  ...progress,
  skipped: progress.skipped + refused.length,
  skippedExample: progress.skippedExample ?? refused[0] ?? null,
});
