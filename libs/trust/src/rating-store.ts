/** A principal's vote on a tool. */
export interface Rating {
  readonly principalId: string;
  readonly organisationId: string;
  /** `ns/tool`. */
  readonly tool: string;
  /** 1 to 5. */
  readonly stars: number;
  readonly comment: string | null;
  /** Of the vote; a later one takes its place. Ms since the epoch. */
  readonly at: number;
}

export interface RatingQuery {
  readonly tool: string;
  /** Where the list goes on: behind the vote of this time and principal. */
  readonly after: { readonly at: number; readonly id: string } | null;
  readonly limit: number;
}

/** Votes, one a principal and tool. They follow a tool that is renamed. */
export interface RatingStore {
  /** Puts a vote in the place of the principal's former one; the tool's versions become due. False: no such tool. */
  put(rating: Rating): Promise<boolean>;
  /** The newest first. */
  list(query: RatingQuery): Promise<readonly Rating[]>;
}
