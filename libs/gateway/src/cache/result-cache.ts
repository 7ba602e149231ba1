import type { FindingSign } from '@assay/contracts';
import { type Clock, lruMap } from '@assay/kernel';
import type { Catalogue, Server, ToolVersion } from '@assay/registry';
import type { UpstreamAnswer } from '../upstream-answer.js';

/** What one replica keeps: results, and characters of their JSON, of all together and of each. */
export const cacheBounds = Object.freeze({
  maxResults: 20_000,
  maxCharacters: 67_108_864,
  maxCharactersEach: 1_048_576,
});

/** Versions of which results are kept. */
const maxVersions = 20_000;

/** Where a result is kept: equal calls have the same key. The rest says which state of version and server it is of. */
export interface CachePlace {
  readonly key: string;
  readonly version: ToolVersion;
  readonly server: Server | undefined;
}

/** A successful answer as its tool gave it. */
export interface CachedAnswer {
  readonly answer: UpstreamAnswer;
  readonly findings: readonly FindingSign[] | undefined;
  readonly connection: { readonly id: string; readonly shared: boolean } | undefined;
}

interface Kept extends CachedAnswer {
  readonly characters: number;
  /** Monotonic, in ms. */
  readonly answeredAt: number;
  readonly validity: Validity;
}

/** The state that a result is of; it is valid as long as this is the present one. */
interface Validity {
  readonly ofVersion: object;
  readonly server: Server | undefined;
  readonly revocations: number;
}

/** A result and how old it is. */
export interface FoundAnswer extends CachedAnswer {
  readonly ageMs: number;
}

/**
 * How an upstream call that others wait for ended. `abandoned`: for a reason that concerns its own caller only; `failed`:
 * through the tool.
 */
export type FlightEnd = 'answered' | 'abandoned' | 'failed';

/** A call that is made at the upstream while equal ones wait for its answer. */
export interface Flight {
  readonly ended: Promise<FlightEnd>;
  /** The answer, once it has ended, for an equal call; undefined when it is not valid any more. */
  found(place: CachePlace): FoundAnswer | undefined;
}

/** The caller's side of a flight; ends once. */
export interface OwnFlight {
  answered(answer: CachedAnswer, characters: number): void;
  ended(end: Exclude<FlightEnd, 'answered'>): void;
}

/**
 * Results of read-only tools that declare `cache`, in the memory of one replica. A result is valid for its time, and only
 * while its version, the server's record and the revocations are as they were when its call was made.
 */
export class ResultCache {
  readonly #catalogue: Pick<Catalogue, 'revocations' | 'listenToVersions'>;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #kept = lruMap<string, Kept>(cacheBounds.maxResults, {
    maxSize: cacheBounds.maxCharacters,
    sizeOf: ({ characters }) => Math.max(1, characters),
  });
  readonly #flights = new Map<string, Flight>();
  /** One object for each version, replaced when its results become invalid. */
  readonly #ofVersion = lruMap<string, object>(maxVersions);

  constructor(catalogue: Pick<Catalogue, 'revocations' | 'listenToVersions'>, clock: Pick<Clock, 'monotonic'>) {
    this.#catalogue = catalogue;
    this.#clock = clock;
    catalogue.listenToVersions((former, present) => {
      if (present === null || !isAsBefore(former, present)) this.#ofVersion.delete(former.id);
    });
  }

  find(place: CachePlace): FoundAnswer | undefined {
    const kept = this.#kept.get(place.key);
    if (kept === undefined) return undefined;
    const found = this.#foundOf(kept, place);
    if (found === undefined) this.#kept.delete(place.key);
    return found;
  }

  flight = (place: CachePlace): Flight | undefined => this.#flights.get(place.key);

  /** Equal calls wait for this one from now on. */
  begin(place: CachePlace): OwnFlight {
    const { promise, resolve } = Promise.withResolvers<FlightEnd>();
    const validity = this.#validityOf(place);
    let kept: Kept | undefined;
    const flight: Flight = { ended: promise, found: (present) => kept && this.#foundOf(kept, present) };
    this.#flights.set(place.key, flight);
    const end = (how: FlightEnd): void => {
      if (this.#flights.get(place.key) === flight) this.#flights.delete(place.key);
      resolve(how);
    };
    return {
      answered: (answer, characters) => {
        kept = { ...answer, characters, answeredAt: this.#clock.monotonic(), validity };
        if (characters <= cacheBounds.maxCharactersEach && this.#isValid(kept, place)) this.#kept.set(place.key, kept);
        end('answered');
      },
      ended: end,
    };
  }

  #foundOf(kept: Kept, place: CachePlace): FoundAnswer | undefined {
    const ageMs = this.#clock.monotonic() - kept.answeredAt;
    const { ttlSeconds = 0 } = place.version.manifest.cache ?? {};
    if (ageMs >= ttlSeconds * 1_000 || !this.#isValid(kept, place)) return undefined;
    const { answer, findings, connection } = kept;
    return { answer, findings, connection, ageMs };
  }

  #isValid({ validity }: Kept, place: CachePlace): boolean {
    const { ofVersion, server, revocations } = this.#validityOf(place);
    return validity.ofVersion === ofVersion && validity.server === server && validity.revocations === revocations;
  }

  #validityOf({ version, server }: CachePlace): Validity {
    let ofVersion = this.#ofVersion.get(version.id);
    if (ofVersion === undefined) {
      ofVersion = {};
      this.#ofVersion.set(version.id, ofVersion);
    }
    return { ofVersion, server, revocations: this.#catalogue.revocations.epoch };
  }
}

/** Whether nothing has changed that could make a result of the version invalid; its counters and trust change often. */
const isAsBefore = (former: ToolVersion, present: ToolVersion): boolean =>
  former.status === present.status &&
  former.statusChange?.at === present.statusChange?.at &&
  former.quarantined?.since === present.quarantined?.since &&
  former.assurance.driftedSince === present.assurance.driftedSince &&
  former.organisationId === present.organisationId &&
  former.namespace === present.namespace &&
  former.tool === present.tool;
