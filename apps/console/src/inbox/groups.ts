import type { ApprovalDetail } from '@assay/sdk';

type Group<T> = [T, ...T[]];

/** Steps of the same run, saga or call together, at the place of the first of them; everything else alone. */
export function groupsOf<T extends Pick<ApprovalDetail, 'id' | 'partOf'>>(approvals: readonly T[]): Group<T>[] {
  const groups = new Map<string, Group<T>>();
  for (const approval of approvals) {
    const key = approval.partOf === null ? approval.id : `${approval.partOf.kind} ${approval.partOf.id}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [approval]);
    else known.push(approval);
  }
  return [...groups.values()];
}
