/** Runs `count` workers at once; each goes on while its turn resolves to true. */
export async function inParallel(count: number, turn: (worker: number, round: number) => Promise<boolean>) {
  await Promise.all(
    Array.from({ length: count }, async (_, worker) => {
      for (let round = 0; await turn(worker, round); round += 1);
    }),
  );
}

/** Runs `run` over the items, eight at a time, so that checking a thousand things takes no thousand connections. */
export async function forEach<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  await inParallel(Math.min(8, items.length), async () => {
    const item = items[next];
    next += 1;
    if (item !== undefined) await run(item);
    return next < items.length;
  });
}

/** A number as a word of letters alone, which no stemmer shortens: a mark to search for. */
export function mark(number: number): string {
  const letters = 'bcdfghjklm';
  return `zq${[...String(number).padStart(6, '0')].map((digit) => letters[Number(digit)]).join('')}x`;
}
