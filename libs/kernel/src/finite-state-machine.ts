import type { Failure } from './failure.js';

/** Why a transition is not allowed now; null when it is. */
export type Guard<C> = (context: C) => Failure | null;

/** For a transition that is always allowed. */
export const open = (): null => null;

/** States and their transitions, as data. */
export interface StateTable<S extends string, C> {
  /** Names the table in reports of its defects. */
  readonly name: string;
  readonly initial: S;
  /** States that intentionally have no transition. */
  readonly final: readonly S[];
  /** From each state, the next states and their guards. A state may have a transition to itself. */
  readonly ways: Readonly<Record<S, Readonly<Partial<Record<S, Guard<C>>>>>>;
}

/** The next states, excluding the state itself. */
export const nextStates = <S extends string, C>({ ways }: StateTable<S, C>, from: S): S[] =>
  (Object.keys(ways[from] ?? {}) as S[]).filter((to) => to !== from);

/** `closed` when there is no transition, the guard's failure when it is not allowed now, null when it is allowed. */
export function passage<S extends string, C>(
  table: StateTable<S, C>,
  from: S,
  to: S,
  context: C,
): 'closed' | Failure | null {
  const guard = table.ways[from]?.[to];
  return guard === undefined ? 'closed' : guard(context);
}

/**
 * Lists every defect of a table, one sentence each; empty when it is sound. A sound table starts in a known state,
 * leads only to known states, reaches each of them, has no dead ends except declared final states, and never leaves
 * those. Guards are not evaluated: they depend on the situation.
 */
export function defectsOf<S extends string, C>(table: StateTable<S, C>): string[] {
  const { initial, final, ways } = table;
  const states = Object.keys(ways) as S[];
  const isKnown = (state: S) => Object.hasOwn(ways, state);
  const reached = reachable(table);
  const isFinal = (state: S) => final.includes(state);
  const leads = (state: S) => nextStates(table, state).length > 0;
  return [
    ...(isKnown(initial) ? [] : [`it begins in "${initial}", which is no state of it`]),
    ...final.filter((it) => !isKnown(it)).map((it) => `"${it}" is declared final and is no state of it`),
    ...states.flatMap((from) =>
      nextStates(table, from)
        .filter((to) => !isKnown(to))
        .map((to) => `"${from}" leads to "${to}", which is no state of it`),
    ),
    ...states.filter((it) => !reached.has(it)).map((it) => `nothing leads to "${it}"`),
    ...states.filter((it) => !isFinal(it) && !leads(it)).map((it) => `nothing leaves "${it}", which is not final`),
    ...states
      .filter((it) => isFinal(it) && leads(it))
      .map((it) => `"${it}" is declared final, and something leaves it`),
  ];
}

function reachable<S extends string, C>(table: StateTable<S, C>): ReadonlySet<S> {
  const reached = new Set<S>();
  const ahead: S[] = [table.initial];
  for (let state = ahead.pop(); state !== undefined; state = ahead.pop()) {
    if (reached.has(state)) continue;
    reached.add(state);
    ahead.push(...nextStates(table, state));
  }
  return reached;
}

/** Call at the start of a program. @throws Error with every defect when the table is not sound. */
export function requireSound<S extends string, C>(table: StateTable<S, C>): void {
  const defects = defectsOf(table);
  if (defects.length > 0) throw new Error(`The states of ${table.name} are not sound: ${defects.join('; ')}.`);
}
