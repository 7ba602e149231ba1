import {
  type Clock,
  type Failure,
  isoTime,
  type Job,
  mapConcurrent,
  type Notices,
  type Result,
  startDeadline,
} from '@assay/kernel';
import { type AbsorbPorts, absorbEntries } from './absorb-entries.js';
import { hideMirrored } from './hide-mirrored.js';
import type {
  Mirror,
  MirrorClaim,
  MirrorProgress,
  MirrorStore,
  MirrorWalk,
  RegistryPage,
  RegistrySource,
} from './mirror.js';
import { type MirroredEntry, readMirroredEntry } from './mirrored-entry.js';

export interface FollowPorts extends AbsorbPorts {
  readonly mirrors: MirrorStore;
  readonly source: RegistrySource;
  readonly notices: Notices;
  readonly clock: Clock;
}

/** Maximum time for one page. */
const pageMs = 30_000;
/** Validity of a claim beyond the page for which it was last renewed. */
const claimMs = 120_000;
/** Changes shortly before the newest one seen are requested again: they may have become visible later. */
const overlapMs = 60_000;
const backOffMs = { base: 60_000, most: 6 * 3_600_000 };
const mirrorsAtOnce = 4;
/** A longer walk continues at the job's next turn, so that other due mirrors get theirs. */
const turnMs = 60_000;
/** Failures in a row before a notification. */
const tellAfter = 3;

/** The claim of a walk, which is another one after each page. */
interface Holding {
  claim: MirrorClaim;
}

/** Follows other registries page by page, and stores the progress after each. */
export class FollowMirrors {
  readonly #ports: FollowPorts;

  constructor(ports: FollowPorts) {
    this.#ports = ports;
  }

  readonly job: Job = {
    name: 'mirrors',
    everyMs: 30_000,
    run: (signal) => this.pass(signal),
  };

  /** Walks every due mirror; a slow or dead one does not delay the others. Unexpected errors are thrown. */
  async pass(signal: AbortSignal): Promise<void> {
    const now = this.#ports.clock.now();
    const due = (await this.#ports.mirrors.mirrors()).filter((it) => it.nextAt <= now);
    const failures: unknown[] = [];
    await mapConcurrent(due, mirrorsAtOnce, async ({ id }) => {
      if (!signal.aborted) await this.follow(id, signal).catch((failure: unknown) => failures.push(failure));
    });
    if (failures.length > 0) throw failures[0];
  }

  /** One walk of a mirror, unless another replica is at it. */
  async follow(id: string, signal: AbortSignal): Promise<void> {
    const { mirrors, clock } = this.#ports;
    const now = clock.now();
    const held: Holding = { claim: { id, until: now + claimMs } };
    const mirror = await mirrors.claimMirror(held.claim, now);
    if (mirror === undefined) return;
    try {
      await this.#walk(mirror, held, signal);
    } finally {
      await mirrors.releaseMirror(held.claim, clock.now());
    }
    // The mirror was removed during the walk: hide the entries that this walk added.
    if ((await mirrors.findMirror(id)) === undefined)
      await hideMirrored(this.#ports.servers, id, 'not followed any more');
  }

  async #walk(mirror: Mirror, held: Holding, signal: AbortSignal): Promise<void> {
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
      if (!page.ok) return this.#failed(mirror, held, { ...progress, walk }, page.error);
      kept = false;
      const { refused, newest } = await this.#absorb(mirror, page.value, walk.newest).catch(async (cause: unknown) => {
        await this.#failed(mirror, held, { ...progress, walk }, unkeepable);
        throw cause;
      });
      progress = withSkipped(progress, refused);
      const { nextCursor } = page.value;
      if (nextCursor === null) return this.#done(mirror, held, progress, newest);
      if (nextCursor === walk.cursor) return this.#failed(mirror, held, progress, repeatedCursor);
      walk = { ...walk, cursor: nextCursor, newest };
      progress = { ...progress, walk };
      if (!(await this.#saved(held, progress)) || this.#ports.clock.now() - startedAt >= turnMs) return;
    }
  }

  /** Stores the progress of a walk, and renews the claim for the next page; false when the claim was lost. */
  async #saved(held: Holding, progress: MirrorProgress): Promise<boolean> {
    const { mirrors, clock } = this.#ports;
    if (!(await mirrors.saveProgress(held.claim, progress))) return false;
    const extended = await mirrors.extendClaim(held.claim, clock.now() + claimMs);
    held.claim = extended ?? held.claim;
    return extended !== undefined;
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

  async #done(mirror: Mirror, { claim }: Holding, progress: MirrorProgress, newest: string | null): Promise<void> {
    const now = this.#ports.clock.now();
    await this.#ports.mirrors.saveProgress(claim, {
      ...progress,
      syncedTo: newest,
      walk: null,
      lastSuccessAt: now,
      nextAt: now + mirror.everyMs,
      failures: 0,
      error: null,
    });
  }

  /** Stored entries are kept; the walk continues at its last page, after a delay that grows with the failures. */
  async #failed(mirror: Mirror, { claim }: Holding, progress: MirrorProgress, failure: Failure): Promise<void> {
    const failures = mirror.failures + 1;
    const wait = Math.max(backOffMs.base * 2 ** Math.min(failures - 1, 20), failure.retryAfterMs ?? 0);
    const nextAt = this.#ports.clock.now() + Math.min(backOffMs.most, wait);
    const error = failure.message;
    const isKept = await this.#ports.mirrors.saveProgress(claim, { ...progress, failures, error, nextAt });
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
