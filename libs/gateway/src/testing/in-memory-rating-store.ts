import type { Rating, RatingQuery, RatingStore, VoteSum, Votes } from '@assay/trust';
import type { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';

/** Votes without a database. */
export class InMemoryRatingStore implements RatingStore {
  /** By tool, then by principal. */
  readonly #ratings = new Map<string, Map<string, Rating>>();
  /** Called with the tool that was voted on. */
  onVote: (tool: string) => void = () => undefined;
  /** Whether a principal owns a namespace: its members' votes are left out. */
  isMember: (principalId: string, namespace: string) => boolean = () => false;

  constructor(private readonly catalogue: InMemoryCatalogueStore) {}

  async put(rating: Rating): Promise<boolean> {
    const [namespace, name] = rating.tool.split('/');
    const versions = this.catalogue.versionRows();
    if (!versions.some((it) => it.tool === name && it.namespace === namespace)) return false;
    const votes = this.#ratings.get(rating.tool) ?? new Map<string, Rating>();
    const at = Math.max(rating.at, votes.get(rating.principalId)?.at ?? 0);
    this.#ratings.set(rating.tool, votes.set(rating.principalId, { ...rating, at }));
    this.onVote(rating.tool);
    return true;
  }

  async list({ tool, after, limit }: RatingQuery): Promise<readonly Rating[]> {
    return this.#votesOn(tool)
      .filter((it) => after === null || it.at < after.at || (it.at === after.at && it.principalId > after.id))
      .sort((a, b) => b.at - a.at || (a.principalId < b.principalId ? -1 : 1))
      .slice(0, limit);
  }

  /** Votes on a tool: those of the owning organisation's people, and those of each other organisation. */
  votesOn(tool: string, organisationId: string): Votes {
    const byOrganisation = Map.groupBy(
      this.#votesOn(tool).filter((it) => !this.isMember(it.principalId, tool.split('/')[0] ?? '')),
      (it) => it.organisationId,
    );
    const own = sumOf(byOrganisation.get(organisationId) ?? []);
    byOrganisation.delete(organisationId);
    return { own, others: [...byOrganisation.values()].map(sumOf) };
  }

  #votesOn = (tool: string): Rating[] => [...(this.#ratings.get(tool)?.values() ?? [])];
}

const sumOf = (votes: readonly Rating[]): VoteSum => ({
  count: votes.length,
  stars: votes.reduce((sum, { stars }) => sum + stars, 0),
});
