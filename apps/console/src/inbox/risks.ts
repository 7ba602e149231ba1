import type { ApprovalDetail, ApprovalView } from '@assay/sdk';

/** What a person should know before the tool runs, in a few words each. */
export function riskWords({ readOnly, destructive, openWorld, undo, costUsd }: ApprovalView['risks']): string[] {
  if (readOnly) return ['only reads'];
  return [
    ...(destructive === 'yes' ? ['destructive'] : []),
    ...(destructive === 'undeclared' ? ['does not say whether it destroys'] : []),
    ...(undo === null || undo === 'irreversible' ? ['cannot be undone'] : []),
    ...(openWorld === 'yes' ? ['reaches the outside world'] : []),
    ...(costUsd === null || costUsd === 0 ? [] : [`costs $${costUsd}`]),
  ];
}

/** What the call is a step of, and what depends on it. */
export function stepWords(partOf: NonNullable<ApprovalDetail['partOf']>): string {
  const { step, kind, id, neededBy, neededByCount } = partOf;
  const more = neededByCount - neededBy.length;
  const needed = neededByCount === 0 ? 'no other step' : `${neededBy.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `Step ${step} of the ${kind} ${id}, needed by ${needed}`;
}

const unitsMs = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How far a time is from now, such as "in 3 hours". */
export function relativeTime(iso: string, now: number): string {
  const distanceMs = Date.parse(iso) - now;
  const [unit, ms] = unitsMs.find(([, size]) => Math.abs(distanceMs) >= size) ?? ['minute', 60_000];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(distanceMs / ms), unit);
}
