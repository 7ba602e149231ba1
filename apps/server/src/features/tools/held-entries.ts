import { type Entry, qualifiedNameSchema } from '@assay/contracts';
import { type Caller, type Directory, owns } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import {
  type Catalogue,
  describeEntry,
  type PublishVersion,
  type ReviewStore,
  type ShowTrust,
  versionKey,
} from '@assay/registry';

export interface HeldEntriesPorts {
  readonly reviews: Pick<ReviewStore, 'waiting'>;
  readonly publish: Pick<PublishVersion, 'held' | 'examine'>;
  readonly directory: Directory;
  readonly trustOf: ShowTrust;
  readonly catalogue: Catalogue;
}

/** Versions that wait for a reviewer, as owners of their namespaces see them. */
export class HeldEntries {
  constructor(private readonly ports: HeldEntriesPorts) {}

  /**
   * The entry that a version would become, with the review and what holds it. Undefined when none waits, and for everybody
   * else.
   */
  async find(caller: Caller, tool: string, version?: string): Promise<Entry | undefined> {
    const { reviews, publish, directory, trustOf, catalogue } = this.ports;
    // The database takes no text with a NUL, and an address can hold one.
    if (!qualifiedNameSchema.safeParse(tool).success) return undefined;
    const namespace = directory.namespace(tool.slice(0, tool.indexOf('/')));
    if (namespace === undefined || !owns(caller, namespace)) return undefined;
    const waiting = await reviews.waiting(tool);
    const key = version === undefined ? undefined : versionKey(version);
    const review = waiting.find((it) => key === undefined || versionKey(it.subject.slice(tool.length + 1)) === key);
    const held = review && (await publish.held(review));
    if (review === undefined || held === undefined) return undefined;
    const finding = await publish.examine(held.manifest);
    return {
      ...describeEntry(held, directory, trustOf, catalogue.revocations, caller),
      heldForReview: { since: isoTime(review.submittedAt), review: review.id, kind: review.kind },
      findings: [...(finding?.signs ?? [])],
    };
  }
}
