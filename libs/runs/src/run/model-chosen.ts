/** What a model chose, and how sure it says it is; null when it said neither. */
export interface ModelChosen {
  /** Null when it is less sure than the branch asks for, or names no case. */
  readonly case: string | null;
  readonly confidence: number | null;
}
