import type { Clock } from '../../kernel/clock.js';

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
export const mostRemembered = 2_000;

interface Remembered extends RecentSearch {
  readonly at: number;
}

/** The searches of the last hour by `discoveryId`, on this replica, each organisation's apart. */
export class RecentSearches {
  readonly #byOrganisation = new Map<string, Map<string, Remembered>>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  remember(discoveryId: string, search: RecentSearch): void {
    const own = this.#byOrganisation.get(search.organisationId) ?? new Map<string, Remembered>();
    this.#byOrganisation.set(search.organisationId, own);
    const at = this.clock.now();
    own.set(discoveryId, { ...search, at });
    for (const [id, { at: made }] of own) {
      if (own.size <= mostRemembered && at - made < rememberedMs) break;
      own.delete(id);
    }
  }

  /** Undefined for another organisation's search, as for one that was never made. */
  of(discoveryId: string, organisationId: string): RecentSearch | undefined {
    const found = this.#byOrganisation.get(organisationId)?.get(discoveryId);
    return found !== undefined && this.clock.now() - found.at < rememberedMs ? found : undefined;
  }

  forget(organisationId: string): void {
    this.#byOrganisation.delete(organisationId);
  }
}
