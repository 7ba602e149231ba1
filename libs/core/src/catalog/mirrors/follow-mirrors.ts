import type { Clock, Random } from '../../kernel/clock.js';
import { startDeadline } from '../../kernel/deadline.js';
import type { Failure } from '../../kernel/failure.js';
import { isoTime } from '../../kernel/iso-time.js';
import type { Job } from '../../kernel/jobs.js';
import type { Notices } from '../../kernel/notices.js';
import type { Result } from '../../kernel/result.js';
import type { RegistryServerStore } from '../official/registry-server-store.js';
import { absorbEntries } from './absorb-entries.js';
import { hideMirrored } from './hide-mirrored.js';
import type { Mirror, MirrorProgress, MirrorStore, MirrorWalk, RegistryPage, RegistrySource } from './mirror.js';
import { type MirroredEntry, readMirroredEntry } from './mirrored-entry.js';

export interface FollowPorts {
  readonly mirrors: MirrorStore;
  readonly servers: RegistryServerStore;
  readonly source: RegistrySource;
  readonly notices: Notices;
  readonly clock: Clock;
  readonly random: Random;
}

/** How long one page may take. */
const pageMs = 30_000;
/** How long a claim lasts beyond the page it was last renewed for. */
const claimMs = 120_000;
/** What changed shortly before the newest change seen is asked for again: it may have become visible later. */
const overlapMs = 60_000;
const backOffMs = { base: 60_000, most: 6 * 3_600_000 };
const mirrorsAtOnce = 4;
/** After so many failures in a row somebody is told. */
const tellAfter = 3;

/** Follows other registries: page by page, remembering after each how far it came. */
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

  /** Walks every mirror that is due; one that is slow or dead holds up none of the others. */
  async pass(signal: AbortSignal): Promise<void> {
    const now = this.#ports.clock.now();
    const due = (await this.#ports.mirrors.mirrors()).filter((it) => it.nextAt <= now);
    const next = async (): Promise<void> => {
      const mirror = due.shift();
      if (mirror === undefined || signal.aborted) return;
      await this.follow(mirror.id, signal);
      await next();
    };
    await Promise.all(Array.from({ length: mirrorsAtOnce }, next));
  }

  /** One walk of a mirror, unless another replica is at it. */
  async follow(id: string, signal: AbortSignal): Promise<void> {
    const { mirrors, clock } = this.#ports;
    const mirror = await mirrors.claimMirror(id, clock.now(), clock.now() + claimMs);
    if (mirror === undefined) return;
    try {
      await this.#walk(mirror, signal);
    } finally {
      await mirrors.releaseMirror(id, clock.now());
    }
    // Given up while it was walked: what this walk still brought in is hidden like the rest.
    if ((await mirrors.findMirror(id)) === undefined)
      await hideMirrored(this.#ports.servers, id, 'not followed any more');
  }

  async #walk(mirror: Mirror, signal: AbortSignal): Promise<void> {
    let walk = mirror.walk ?? begin(mirror.syncedTo);
    // A cursor that was kept may mean nothing to the other registry any more: then the walk begins anew, once.
    let kept = mirror.walk !== null;
    let progress: MirrorProgress = {
      ...mirror,
      skipped: 0,
      skippedExample: null,
      lastAttemptAt: this.#ports.clock.now(),
    };
    for (;;) {
      const page = await this.#page(mirror, walk, signal);
      if (signal.aborted) return;
      if (!page.ok && kept && refusesCursor(page.error)) {
        kept = false;
        walk = begin(mirror.syncedTo);
        continue;
      }
      if (!page.ok) return this.#failed(mirror, { ...progress, walk }, page.error);
      kept = false;
      const { refused, newest } = await this.#absorb(mirror, page.value, walk.newest);
      progress = withSkipped(progress, refused);
      const { nextCursor } = page.value;
      if (nextCursor === null) return this.#done(mirror, progress, newest);
      if (nextCursor === walk.cursor) {
        return this.#failed(mirror, progress, { code: 'upstream_error', message: 'It answers the same cursor again.' });
      }
      walk = { ...walk, cursor: nextCursor, newest };
      progress = { ...progress, walk };
      await this.#ports.mirrors.saveProgress(mirror.id, progress);
      if (!(await this.#ports.mirrors.extendClaim(mirror.id, this.#ports.clock.now() + claimMs))) return;
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
    const newest = usable.reduce((latest, { updatedAt }) => later(latest, updatedAt), before);
    if (usable.length === 0) return { refused, newest };
    const absorbed = await absorbEntries(this.#ports.servers, this.#ports.random, mirror, usable);
    return { refused: [...refused, ...absorbed.refused], newest };
  }

  #done(mirror: Mirror, progress: MirrorProgress, newest: string | null): Promise<void> {
    const now = this.#ports.clock.now();
    return this.#ports.mirrors.saveProgress(mirror.id, {
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
    const wait = Math.min(backOffMs.most, backOffMs.base * 2 ** Math.min(failures - 1, 20));
    const nextAt = this.#ports.clock.now() + Math.max(wait, failure.retryAfterMs ?? 0);
    await this.#ports.mirrors.saveProgress(mirror.id, { ...progress, failures, error: failure.message, nextAt });
    if (failures === tellAfter) await this.#tell(mirror, failure);
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

const refusesCursor = ({ code }: Failure): boolean => code === 'invalid_request';

const later = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && Date.parse(b) > Date.parse(a)) ? b : a;

const withSkipped = (progress: MirrorProgress, refused: readonly string[]): MirrorProgress => ({
  ...progress,
  skipped: progress.skipped + refused.length,
  skippedExample: progress.skippedExample ?? refused[0] ?? null,
});
