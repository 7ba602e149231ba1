import { type Facet, facets, type IndexQuery, stageRank, type ToolDocument } from '@assay/discovery';
import type { CapabilityTree } from '@assay/registry';
import type { Attribute, Documents } from './documents.js';
import { Best } from './top-k.js';

type Condition = readonly [numbers: Uint32Array, mask: Uint8Array];

/** Tells whether the caller may see a document; removed ones are seen by nobody. */
export function visibilityFilter(audience: readonly string[], { attributes }: Documents): (slot: number) => boolean {
  const held = new Set(audience);
  const { numbers } = attributes.audience;
  const seen = attributes.audience.mask((tokens) => tokens.some((token) => held.has(token)));
  return (slot) => seen[numbers[slot] as number] === 1;
}

/** Tells whether a document meets the filter and is trusted enough. Costs a look at a number for each condition. */
export function conditionOf(
  { filter = {}, minTrustKey, organisationId }: Pick<IndexQuery, 'filter' | 'minTrustKey' | 'organisationId'>,
  documents: Documents,
  tree: CapabilityTree,
): (slot: number) => boolean {
  const { attributes } = documents;
  const keyOf = trustKeysFor(organisationId, documents);
  const conditions: Condition[] = [];
  const add = (attribute: Attribute, fits: (value: string) => boolean) =>
    conditions.push([attributes[attribute].numbers, attributes[attribute].mask((values) => values.some(fits))]);
  const { namespaces, protocols, minStage, readOnly, capability } = filter;
  if (namespaces !== undefined) add('namespace', (value) => namespaces.includes(value));
  if (protocols !== undefined) add('protocol', (value) => protocols.some((protocol) => protocol === value));
  if (minStage !== undefined) {
    add('stage', (value) => stageRank(value as ToolDocument['stage']) >= stageRank(minStage));
  }
  if (readOnly !== undefined) add('readOnly', (value) => value === 'true');
  if (capability !== undefined) {
    const asked = tree.path(capability).at(-1) ?? capability;
    add('capabilities', (tag) => tree.path(tag).includes(asked));
  }
  const meets = (slot: number) => {
    for (const [numbers, mask] of conditions) if (mask[numbers[slot] as number] !== 1) return false;
    return minTrustKey === undefined || keyOf(slot) >= minTrustKey;
  };
  return conditions.length === 0 && minTrustKey === undefined ? () => true : meets;
}

/** The key of each document in the view that callers of an organisation get: inside for its own tools. */
function trustKeysFor(organisationId: string | null | undefined, documents: Documents): (slot: number) => number {
  const { trustKeys, insideTrustKeys } = documents;
  if (organisationId === null || organisationId === undefined) return (slot) => trustKeys[slot] as number;
  const organisations = documents.attributes.organisationId;
  const { numbers } = organisations;
  const own = organisations.mask((values) => values.includes(organisationId));
  return (slot) => (own[numbers[slot] as number] === 1 ? insideTrustKeys[slot] : trustKeys[slot]) as number;
}

/** What a document is ordered by, the highest first. */
export function orderOf(
  { sort = 'relevance', organisationId }: IndexQuery,
  documents: Documents,
  scores: Float64Array,
) {
  switch (sort) {
    case 'relevance':
      return (slot: number) => scores[slot] as number;
    case 'trust':
      return trustKeysFor(organisationId, documents);
    case 'published':
      return (slot: number) => documents.publishedAt[slot] as number;
    case 'name':
      return () => 0;
  }
}

/** Takes the documents that match one by one: keeps the asked page of the best, and counts. */
export class Selection {
  total = 0;
  private readonly best: Best;
  private readonly asked: readonly { facet: Facet; times: Uint32Array }[];
  private readonly offset: number;

  constructor(
    query: IndexQuery,
    private readonly documents: Documents,
    private readonly order: (slot: number) => number,
  ) {
    this.offset = query.offset ?? 0;
    this.best = new Best(
      query.limit === 0 ? 0 : this.offset + query.limit,
      (a, b) => documents.idOf(a) < documents.idOf(b),
    );
    const { attributes } = documents;
    this.asked = facets
      .filter((facet) => query.facets?.includes(facet))
      .map((facet) => ({ facet, times: new Uint32Array(attributes[facet].size) }));
  }

  take(slot: number): void {
    this.total += 1;
    this.best.offer(slot, this.order(slot));
    for (const { facet, times } of this.asked) {
      const number = this.documents.attributes[facet].numbers[slot] as number;
      times[number] = (times[number] as number) + 1;
    }
  }

  page(): number[] {
    return this.best
      .take()
      .slice(this.offset)
      .map(({ slot }) => slot);
  }

  counts(): Partial<Record<Facet, Record<string, number>>> {
    const { attributes } = this.documents;
    return Object.fromEntries(this.asked.map(({ facet, times }) => [facet, attributes[facet].counts(times)]));
  }
}
