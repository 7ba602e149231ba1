export interface Kinded {
  readonly kind: string;
}

/** Takes the changes of some kinds out of what the change feed tells, and hands the rest on. */
export function filterChanges<T extends Kinded>(kinds: readonly T['kind'][], take: (change: T) => void) {
  const isOurs = <C extends Kinded>(change: C | T): change is T => kinds.includes(change.kind);
  return <C extends Kinded>(apply: (changes: readonly Exclude<C, T>[]) => Promise<void>) =>
    (changes: readonly (C | T)[]): Promise<void> => {
      for (const change of changes) if (isOurs(change)) take(change);
      return apply(changes.filter((it): it is Exclude<C, T> => !isOurs(it)));
    };
}
