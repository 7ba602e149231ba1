import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isNearEnd, type NextPage, shortListLength } from './long-lists.js';

export interface LongList {
  /** Goes on the element whose children are the rows. */
  readonly ref: RefCallback<HTMLElement>;
  /** Indexes of the rows that are rendered. */
  readonly indexes: readonly number[];
  /** Heights of what is not rendered, in pixels. */
  readonly before: number;
  readonly after: number;
  /** Goes on each row, with `data-index`. */
  readonly measure: (row: HTMLElement | null) => void;
}

interface LongListOptions {
  readonly count: number;
  /** Of one row before it was measured. */
  readonly rowPx: number;
  readonly gapPx?: number;
  readonly keyOf: (index: number) => string;
}

/** Which rows of a long list to render: those near the window. Short lists are rendered whole, so that the browser finds text in them. */
export function useLongList({ count, rowPx, gapPx = 0, keyOf }: LongListOptions): LongList {
  const [list, ref] = useState<HTMLElement | null>(null);
  const top = useTopOf(list);
  const isLong = count > shortListLength;
  const rows = useWindowVirtualizer<HTMLElement>({
    count,
    enabled: isLong,
    estimateSize: () => rowPx,
    getItemKey: keyOf,
    gap: gapPx,
    overscan: 8,
    scrollMargin: top,
  });
  if (!isLong)
    return { ref, indexes: Array.from({ length: count }, (_, index) => index), before: 0, after: 0, measure: () => {} };
  const shown = rows.getVirtualItems();
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    ref,
    indexes: shown.map(({ index }) => index),
    before: first === undefined ? 0 : first.start - top,
    after: last === undefined ? rows.getTotalSize() : rows.getTotalSize() - (last.end - top),
    measure: rows.measureElement,
  };
}

/** Where the list begins in the document. What is above it may change height with every render. */
function useTopOf(list: HTMLElement | null): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (list !== null) setTop(Math.round(list.getBoundingClientRect().top + window.scrollY));
  });
  return top;
}

/** Reads the next page when the window nears the end of what there is, once the reader has scrolled. */
export function useNextPageOnScroll(query: NextPage, lastShown: number | undefined, count: number): void {
  const asked = useRef(0);
  const isNear = window.scrollY > 0 && isNearEnd(lastShown, count);
  useEffect(() => {
    if (!isNear || !query.hasNextPage || query.isFetchingNextPage || query.isError || asked.current === count) return;
    asked.current = count;
    void query.fetchNextPage();
  });
}
