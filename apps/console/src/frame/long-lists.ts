/** Lists up to this length are rendered whole, so that the browser finds text in them. */
export const shortListLength = 90;

/** The part of a list's request that reads further pages. */
export interface NextPage {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** The rows of a list that are rendered. */
export interface RenderedRows {
  readonly indexes: readonly number[];
  /** Heights of what is not rendered, in pixels. */
  readonly before: number;
  readonly after: number;
  /** Goes on the element whose children are the rows. */
  readonly ref?: (list: HTMLElement | null) => void;
  /** Goes on each row, with `data-index`. */
  readonly measure?: (row: HTMLElement | null) => void;
}

export const allRows = (count: number): RenderedRows => ({
  indexes: Array.from({ length: count }, (_, index) => index),
  before: 0,
  after: 0,
});

/** How many rows before the end the next page is read. */
const aheadOfEnd = 10;

/** Whether the last rendered row is so near the end of a list that its next page should be read. */
export const isNearEnd = (lastShown: number | undefined, count: number): boolean =>
  lastShown !== undefined && count > 0 && lastShown >= count - aheadOfEnd;
