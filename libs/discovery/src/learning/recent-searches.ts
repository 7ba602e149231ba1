import type { Clock } from '@assay/kernel';
import { hourMs } from '@assay/kernel';

/** What a search was for and what it showed. */
export interface RecentSearch {
  readonly organisationId: string;
  readonly principalId: string;
  readonly text: string;
  /** `ns/tool`, explored ones included. */
  readonly shown: readonly string[];
  /** Of each tool shown, what its place would have been worth at each level. */
  readonly standings: ReadonlyMap<string, readonly number[]>;
}

/** A call that comes later than this after its search is not tied to it any more. */
export const rememberedMs = hourMs;
/** A call that names no search is tied to one of its principal's that showed the tool, if it is no older than this. */
export const presumedMs = 600_000;
/** Of each organisation; the oldest go first. */
export const maxRemembered = 2_000;
/** Of each principal, how many of the latest searches are looked through for one that showed a tool. */
const maxLatest = 20;

interface Remembered extends RecentSearch {
  readonly at: number;
}

interface Own {
  readonly searches: Map<string, Remembered>;
  /** Ids by principal, the latest last. */
  readonly latest: Map<string, readonly string[]>;
  readonly lastAt: number;
}

/** The searches of the last hour by `discoveryId`, on this replica, each organisation's apart. */
export class RecentSearches {
  /** The one that searched last comes last. */
  readonly #byOrganisation = new Map<string, Own>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  remember(discoveryId: string, search: RecentSearch): void {
    const at = this.clock.now();
    const { searches, latest } = this.#byOrganisation.get(search.organisationId) ?? emptyOwn();
    this.#byOrganisation.delete(search.organisationId);
    this.#byOrganisation.set(search.organisationId, { searches, latest, lastAt: at });
    searches.set(discoveryId, { ...search, at });
    const former = latest.get(search.principalId) ?? [];
    latest.set(search.principalId, [...former, discoveryId].slice(-maxLatest));
    for (const [id, { at: made, principalId }] of searches) {
      if (searches.size <= maxRemembered && at - made < rememberedMs) break;
      searches.delete(id);
      if (latest.get(principalId)?.at(-1) === id) latest.delete(principalId);
    }
    this.#forgetIdle(at);
  }

  /** Undefined for another organisation's search, as for one that was never made. */
  of(discoveryId: string, organisationId: string): RecentSearch | undefined {
    const found = this.#byOrganisation.get(organisationId)?.searches.get(discoveryId);
    return found !== undefined && this.clock.now() - found.at < rememberedMs ? found : undefined;
  }

  /** The latest search of a principal that showed a tool, when it was a short time ago; and its id. */
  latest(
    tool: string,
    { organisationId, principalId }: Pick<RecentSearch, 'organisationId' | 'principalId'>,
  ): [id: string, search: RecentSearch] | undefined {
    const own = this.#byOrganisation.get(organisationId);
    const ids = own?.latest.get(principalId) ?? [];
    const oldest = this.clock.now() - presumedMs;
    const id = ids.findLast((it) => own?.searches.get(it)?.shown.includes(tool));
    const found = id === undefined ? undefined : own?.searches.get(id);
    return id === undefined || found === undefined || found.at < oldest ? undefined : [id, found];
  }

  /** Organisations whose last search is too long ago. */
  #forgetIdle(now: number): void {
    for (const [id, { lastAt }] of this.#byOrganisation) {
      if (now - lastAt < rememberedMs) break;
      this.#byOrganisation.delete(id);
    }
  }

  /** Everything of an organisation, or of one of its principals. */
  forget(organisationId: string, principalId?: string): void {
    const own = this.#byOrganisation.get(organisationId);
    if (principalId === undefined) this.#byOrganisation.delete(organisationId);
    for (const [id, search] of own?.searches ?? []) {
      if (search.principalId === principalId) own?.searches.delete(id);
    }
  }
}

const emptyOwn = (): Omit<Own, 'lastAt'> => ({ searches: new Map(), latest: new Map() });
