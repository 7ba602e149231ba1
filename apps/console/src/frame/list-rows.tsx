import { lazy, Suspense, useEffect, useRef } from 'react';
import { allRows, isNearEnd, type NextPage, shortListLength } from './long-lists.js';
import type { RowsNearWindowProps } from './rows-near-window.js';

/** Most lists are short: what long ones need is loaded with the first one. */
const RowsNearWindow = lazy(() => import('./rows-near-window.js').then((it) => ({ default: it.RowsNearWindow })));

/** The rows of a list to render: all of a short one, and those near the window of a long one. */
export function ListRows(props: RowsNearWindowProps) {
  const { count, children } = props;
  const whole = children(allRows(Math.min(count, shortListLength)));
  if (count <= shortListLength) return whole;
  return (
    <Suspense fallback={whole}>
      <RowsNearWindow {...props} />
    </Suspense>
  );
}

/** Reads the next page when the window nears the end of what there is, once the reader has scrolled. */
export function useNextPageOnScroll(query: NextPage, lastShown: number | undefined, count: number): void {
  const asked = useRef(0);
  useEffect(() => {
    const read = () => {
      const isNear = window.scrollY > 0 && isNearEnd(lastShown, count) && isEndInSight();
      if (!isNear || !query.hasNextPage || query.isFetchingNextPage || query.isError || asked.current === count) return;
      asked.current = count;
      void query.fetchNextPage();
    };
    read();
    window.addEventListener('scroll', read, { passive: true });
    return () => window.removeEventListener('scroll', read);
  });
}

/** How many windows before the end of the page the next one is read. */
const windowsAhead = 2;

const isEndInSight = (): boolean =>
  document.documentElement.scrollHeight - window.scrollY < (windowsAhead + 1) * window.innerHeight;
