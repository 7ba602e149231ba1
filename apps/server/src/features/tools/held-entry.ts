import { type Entry, qualifiedNameSchema } from '@assay/contracts';
import { type Caller, owns } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import { describeEntry, versionKey } from '@assay/registry';
import type { Domain } from '../../domain.js';

/**
 * A version that waits for a reviewer, as owners of its namespace see it: the entry it would become, with the review and what
 * holds it. Undefined when none waits, and for everybody else.
 */
export async function heldEntry(
  { reviewStore, publish, directory, trustOf, catalogue }: Domain,
  caller: Caller,
  tool: string,
  version?: string,
): Promise<Entry | undefined> {
  // The database takes no text with a NUL, and an address can hold one.
  if (!qualifiedNameSchema.safeParse(tool).success) return undefined;
  const namespace = directory.namespace(tool.slice(0, tool.indexOf('/')));
  if (namespace === undefined || !owns(caller, namespace)) return undefined;
  const waiting = await reviewStore.waiting(tool);
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
