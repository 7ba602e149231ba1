import type { Rating, RatingQuery, RatingStore, VoteSum, Votes } from '@assay/core';
import type { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';

/** Votes without a database. */
export class InMemoryRatingStore implements RatingStore {
  readonly #ratings = new Map<string, Rating>();
  /** Told of the tool that was voted on. */
  onVote: (tool: string) => void = () => undefined;

  constructor(private readonly catalogue: InMemoryCatalogueStore) {}

  async put(rating: Rating): Promise<boolean> {
    const versions = this.catalogue.versionRows();
    if (!versions.some(({ namespace, tool }) => `${namespace}/${tool}` === rating.tool)) return false;
    const key = `${rating.principalId} ${rating.tool}`;
    const at = Math.max(rating.at, this.#ratings.get(key)?.at ?? 0);
    this.#ratings.set(key, { ...rating, at });
    this.onVote(rating.tool);
    return true;
  }

  async list({ tool, after, limit }: RatingQuery): Promise<readonly Rating[]> {
    return [...this.#ratings.values()]
      .filter((it) => it.tool === tool)
      .filter((it) => after === null || it.at < after.at || (it.at === after.at && it.principalId > after.id))
      .sort((a, b) => b.at - a.at || (a.principalId < b.principalId ? -1 : 1))
      .slice(0, limit);
  }

  /** Votes on a tool: those of the provider's own people, and those of each other organisation. */
  votesOn(tool: string, organisationId: string): Votes {
    const votes = [...this.#ratings.values()].filter((it) => it.tool === tool);
    const byOrganisation = Map.groupBy(votes, (it) => it.organisationId);
    const own = sumOf(byOrganisation.get(organisationId) ?? []);
    byOrganisation.delete(organisationId);
    return { own, others: [...byOrganisation.values()].map(sumOf) };
  }
}

const sumOf = (votes: readonly Rating[]): VoteSum => ({
  count: votes.length,
  stars: votes.reduce((sum, { stars }) => sum + stars, 0),
});
