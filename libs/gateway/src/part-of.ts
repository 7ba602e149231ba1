/** What a call is a step of, as shown to the person who decides on it. */
export interface PartOf {
  /** A run, a saga, or the call of a tool that is a composition. */
  readonly kind: 'run' | 'saga' | 'call';
  /** Of the whole. */
  readonly id: string;
  /** Its id, or where it stands in the whole. */
  readonly step: string;
  /** Steps that cannot be made without it, in their order: the first of them, and how many they are. */
  readonly neededBy: readonly string[];
  readonly neededByCount: number;
}

/** So many of the steps that need it are named. */
const maxNamed = 20;

export const partOf = (whole: Pick<PartOf, 'kind' | 'id'>, step: string, neededBy: readonly string[]): PartOf => ({
  ...whole,
  step,
  neededBy: neededBy.slice(0, maxNamed),
  neededByCount: neededBy.length,
});
