export interface Kinded {
  readonly kind: string;
}

/** Takes the changes of one kind out of what the change feed tells, and hands the rest on. */
export const taking =
  <T extends Kinded>(kind: T['kind'], take: (change: T) => void) =>
  <C extends Kinded>(apply: (changes: readonly Exclude<C, T>[]) => Promise<void>) =>
  (changes: readonly (C | T)[]): Promise<void> => {
    const isOurs = (change: C | T): change is T => change.kind === kind;
    for (const change of changes) if (isOurs(change)) take(change);
    return apply(changes.filter((it): it is Exclude<C, T> => !isOurs(it)));
  };
