import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import type { RenderedRows } from './long-lists.js';

export interface RowsNearWindowProps {
  readonly count: number;
  /** Of one row before it was measured. */
  readonly rowPx: number;
  readonly gapPx?: number;
  readonly keyOf: (index: number) => string;
  readonly children: (rows: RenderedRows) => ReactNode;
}

/** Renders the rows of a long list that are near the window. */
export function RowsNearWindow({ count, rowPx, gapPx = 0, keyOf, children }: RowsNearWindowProps) {
  const [list, ref] = useState<HTMLElement | null>(null);
  const top = useTopOf(list);
  const rows = useWindowVirtualizer<HTMLElement>({
    count,
    estimateSize: () => rowPx,
    getItemKey: keyOf,
    gap: gapPx,
    overscan: 8,
    scrollMargin: top,
    // The list is found where the reader is.
    initialOffset: () => window.scrollY,
  });
  const shown = rows.getVirtualItems();
  const [first, last] = [shown[0], shown.at(-1)];
  return children({
    indexes: shown.map(({ index }) => index),
    before: first === undefined ? 0 : first.start - top,
    after: last === undefined ? rows.getTotalSize() : rows.getTotalSize() - (last.end - top),
    ref,
    measure: rows.measureElement,
  });
}

/** Where the list begins in the document. What is above it may change height with every render. */
function useTopOf(list: HTMLElement | null): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (list !== null) setTop(Math.round(list.getBoundingClientRect().top + window.scrollY));
  });
  return top;
}
