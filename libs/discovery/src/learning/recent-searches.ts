import type { Clock } from '@assay/kernel';

/** What a search was for and what it showed. */
export interface RecentSearch {
  readonly organisationId: string;
  readonly text: string;
  /** `ns/tool`, explored ones included. */
  readonly shown: readonly string[];
  /** Of each tool shown, what its place would have been worth at each level. */
  readonly standings: ReadonlyMap<string, readonly number[]>;
}

/** A call that comes later than this after its search is not tied to it any more. */
export const rememberedMs = 3_600_000;
/** Of each organisation; the oldest go first. */
export const maxRemembered = 2_000;

interface Remembered extends RecentSearch {
  readonly at: number;
}

interface Own {
  readonly searches: Map<string, Remembered>;
  readonly lastAt: number;
}

/** The searches of the last hour by `discoveryId`, on this replica, each organisation's apart. */
export class RecentSearches {
  /** The one that searched last comes last. */
  readonly #byOrganisation = new Map<string, Own>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  remember(discoveryId: string, search: RecentSearch): void {
    const at = this.clock.now();
    const searches = this.#byOrganisation.get(search.organisationId)?.searches ?? new Map<string, Remembered>();
    this.#byOrganisation.delete(search.organisationId);
    this.#byOrganisation.set(search.organisationId, { searches, lastAt: at });
    searches.set(discoveryId, { ...search, at });
    for (const [id, { at: made }] of searches) {
      if (searches.size <= maxRemembered && at - made < rememberedMs) break;
      searches.delete(id);
    }
    this.#forgetIdle(at);
  }

  /** Undefined for another organisation's search, as for one that was never made. */
  of(discoveryId: string, organisationId: string): RecentSearch | undefined {
    const found = this.#byOrganisation.get(organisationId)?.searches.get(discoveryId);
    return found !== undefined && this.clock.now() - found.at < rememberedMs ? found : undefined;
  }

  /** Organisations whose last search is too long ago. */
  #forgetIdle(now: number): void {
    for (const [id, { lastAt }] of this.#byOrganisation) {
      if (now - lastAt < rememberedMs) break;
      this.#byOrganisation.delete(id);
    }
  }

  forget(organisationId: string): void {
    this.#byOrganisation.delete(organisationId);
  }
}
