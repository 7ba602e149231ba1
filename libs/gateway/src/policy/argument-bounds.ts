/** What policies are shown of the arguments of one call, all of those they look at together. */
export const maxShown = Object.freeze({ values: 500, characters: 200_000 });

export interface ShownArguments {
  readonly shown: Readonly<Record<string, unknown>>;
  /** Names of those that are left out, since with them there would be more than policies are shown. */
  readonly left: ReadonlySet<string>;
}

/**
 * Arguments, as many as fit, in their order. Evaluating takes about 30 µs a value, and nothing else runs meanwhile: without
 * a bound one call with a long list would stop everybody else's.
 */
export function boundArguments(input: Readonly<Record<string, unknown>>): ShownArguments {
  const room = { ...maxShown };
  const left = new Set(Object.keys(input).filter((name) => !take(input[name], room)));
  if (left.size === 0) return { shown: input, left };
  return { shown: Object.fromEntries(Object.entries(input).filter(([name]) => !left.has(name))), left };
}

/** Whether there is room for a value and everything in it, which then is taken. Ends as soon as there is none. */
function take(value: unknown, room: { values: number; characters: number }): boolean {
  const rest = { ...room };
  const open = [value];
  while (open.length > 0) {
    const at = open.pop();
    rest.values -= 1;
    if (typeof at === 'string') rest.characters -= at.length;
    else if (Array.isArray(at)) {
      if (at.length > rest.values) return false;
      open.push(...at);
    } else if (typeof at === 'object' && at !== null) {
      for (const [name, member] of Object.entries(at)) {
        rest.characters -= name.length;
        open.push(member);
      }
    }
    if (rest.values < open.length || rest.characters < 0) return false;
  }
  Object.assign(room, rest);
  return true;
}
