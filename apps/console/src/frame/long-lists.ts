/** Lists up to this length are rendered whole. */
export const shortListLength = 90;

/** The part of a list's request that reads further pages. */
export interface NextPage {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** How many rows before the end the next page is read. */
const aheadOfEnd = 10;

/** Whether the last rendered row is so near the end of a list that its next page should be read. */
export const isNearEnd = (lastShown: number | undefined, count: number): boolean =>
  lastShown !== undefined && count > 0 && lastShown >= count - aheadOfEnd;
