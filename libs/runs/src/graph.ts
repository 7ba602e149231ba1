/** What stands before what: of each node the positions it needs. */
export type Needs = readonly (readonly number[])[];

export interface Waves {
  readonly waves: readonly (readonly number[])[];
  /** Nodes on circles, or on the way from one to another. */
  readonly circular: readonly number[];
}

/**
 * The nodes in waves: each needs nodes of earlier waves only, and is in the earliest wave that allows it (Kahn's
 * algorithm). What comes only after a circle is in no wave and on no circle. In time linear in nodes and needs.
 */
export function wavesOf(needs: Needs): Waves {
  const distinct = needs.map((of) => [...new Set(of)]);
  const dependants = reversed(distinct);
  const waves: number[][] = [];
  const placed = peel(distinct, dependants, (wave) => waves.push(wave));
  if (placed.size === needs.length) return { waves, circular: [] };
  // What is left, from its other end: what nothing left depends on is on no circle.
  const left = (at: number): boolean => !placed.has(at);
  const leftNeeds = distinct.map((of, at) => (left(at) ? of.filter(left) : []));
  const leftDependants = reversed(leftNeeds);
  const afterwards = peel(leftDependants, leftNeeds, () => undefined);
  return { waves, circular: needs.flatMap((_, at) => (left(at) && !afterwards.has(at) ? [at] : [])) };
}

function reversed(edges: Needs): number[][] {
  const back: number[][] = edges.map(() => []);
  for (const [at, of] of edges.entries()) for (const to of of) back[to]?.push(at);
  return back;
}

/** Takes away, wave by wave, what waits for nothing that is left. */
function peel(needs: Needs, dependants: Needs, each: (wave: number[]) => void): Set<number> {
  const waiting = needs.map((of) => of.length);
  const peeled = new Set<number>();
  let wave = waiting.flatMap((count, at) => (count === 0 ? [at] : []));
  while (wave.length > 0) {
    each(wave);
    const next: number[] = [];
    for (const at of wave) {
      peeled.add(at);
      for (const dependant of dependants[at] ?? []) {
        const left = (waiting[dependant] as number) - 1;
        waiting[dependant] = left;
        if (left === 0) next.push(dependant);
      }
    }
    wave = next.sort((a, b) => a - b);
  }
  return peeled;
}
